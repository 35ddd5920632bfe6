import { createHash } from 'node:crypto';
import { normalizeCode } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { KeyPrincipal, Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { type RedeemItem, type RedeemOutcome, renderRedeem } from './redeem-rules.ts';
import { saveReport } from './redemption-store.ts';

export interface RedemptionDeps {
  db: Database;
  hot: { redeem(item: RedeemItem): Promise<RedeemOutcome> };
}

interface RedeemAsked {
  principal: KeyPrincipal;
  body: { user_id: string; code: string };
  requestId: string;
}

export function redemptionRoutes({
  db,
  hot,
}: RedemptionDeps): Pick<Routes, 'redeem' | 'validate' | 'reportRedemption'> {
  return {
    redeem: async (asked) => {
      const key = asked.headers['idempotency-key'];
      const idempotency = key === undefined ? undefined : { key, requestHash: hashOf(asked.body) };
      return render(await hot.redeem({ ...itemOf(asked), mode: 'redeem', idempotency }), asked.requestId);
    },
    validate: async (asked) => render(await hot.redeem({ ...itemOf(asked), mode: 'validate' }), asked.requestId),
    reportRedemption: async ({ body, now }) => {
      const { redemption_id, status, detail } = body;
      const known = await db.write((handle) => saveReport(handle, Number(redemption_id), status, detail ?? null, now));
      if (!known) throw new AppError({ code: 'not_found', detail: 'There is no such redemption.' });
      return { redemption_id, status };
    },
  };
}

const itemOf = ({ principal, body, requestId }: RedeemAsked) => ({
  userId: body.user_id,
  typed: body.code,
  norm: normalizeCode(body.code),
  keyId: principal.keyId,
  familyId: principal.familyId,
  gameId: principal.gameId ?? '',
  requestId,
});

function render(outcome: RedeemOutcome, requestId: string) {
  if ('ok' in outcome && !outcome.ok) throw new AppError(outcome.problem);
  const rendered = renderRedeem(outcome, requestId);
  return { rendered: 'replay' in outcome ? { ...rendered, headers: { 'Idempotent-Replayed': 'true' } } : rendered };
}

const hashOf = ({ user_id, code }: { user_id: string; code: string }) =>
  createHash('sha256')
    .update(JSON.stringify([user_id, code]))
    .digest('base64url');
