import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { RemediedClaim, RemedyRow } from './claim-rules.ts';

type ClaimOut = AnswerOf<Endpoints['releaseClaim']>;

export const claimOut = (row: RemediedClaim): ClaimOut => ({
  redemption_id: String(row.claim_id),
  user_id: row.user_id,
  code: row.code,
  code_id: row.code_id,
  code_type: codeTypeOf(row.kind),
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  creator_id: row.creator_id,
  creator_name: row.creator_name,
  linked: row.linked,
  created_at: isoInstant(row.created_at),
  released_at: instantOrNull(row.released_at),
  report_status: row.report_status,
  report_detail: row.report_detail,
  reported_at: instantOrNull(row.reported_at),
  remedies: row.remedies.map(remedyOut),
});

export const remedyOut = ({ remedy_id, kind, reason, staff_id, staff_name, created_at }: RemedyRow) => ({
  remedy_id,
  kind,
  reason,
  staff_id,
  staff_name,
  created_at: isoInstant(created_at),
});
