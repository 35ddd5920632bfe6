import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { KeyHolder } from '../../db/database.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { maskedKey } from '../../domain/pool-keys.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import type { ClaimRow, RemediedClaim, RemedyRow } from './claim-rules.ts';

type ClaimOut = AnswerOf<Endpoints['releaseClaim']>;

export const claimOut = (row: RemediedClaim, { secretKey }: KeyHolder): ClaimOut => ({
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
  key: maskedKeyOf(row, secretKey),
  remedies: row.remedies.map(remedyOut),
});

/** Returns a claim's key, masked for staff; null if the claim has none. */
export function maskedKeyOf(row: ClaimRow, secretKey: SecretKey | null): ClaimOut['key'] {
  const { pool_id, pool, pool_key_id: key_id, sealed_key: sealed } = row;
  if (pool_id === null || pool === null || key_id === null || sealed === null) return null;
  return { pool_id, pool, key_id, masked: maskedKey(secretKey, sealed) };
}

export const remedyOut = ({ remedy_id, kind, reason, staff_id, staff_name, created_at }: RemedyRow) => ({
  remedy_id,
  kind,
  reason,
  staff_id,
  staff_name,
  created_at: isoInstant(created_at),
});
