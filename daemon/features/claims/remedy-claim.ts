import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { rewardsArray } from '../../domain/redeem/redeem-response.ts';
import { successOf } from '../../domain/redeem/redemption-messages.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findMainCode } from '../codes/codes-store.ts';
import { announce } from '../outbox/outbox-store.ts';
import { maskedKeyOf, remedyOut } from './claim-response.ts';
import { type RemediedClaim, type RemedyKind, usesToGiveBack } from './claim-rules.ts';
import { findClaim, findClaimForUpdate, insertRemedy, lockCodesOf, markReleased } from './claims-store.ts';
import { discountClaim, takeUses } from './give-back-store.ts';

export interface Remedy {
  claimId: number;
  staffId: number;
  reason: string;
}

/**
 * Grants the rewards again to a player who did not receive them.
 * @returns the response body, with the rewards as staff typed them
 */
export async function grantAgain(db: Database, remedy: Remedy, now: number): Promise<string> {
  return db.write(async (handle) => {
    const claim = await findClaimForUpdate(handle, remedy.claimId);
    if (!claim) throw new AppError('not_found');
    if (claim.released_at !== null) throw new AppError('claim_released');
    const base = await findMainCode(handle, claim.base_code_id);
    if (!base) throw new Error(`The code ${claim.base_code_id} of a claim no longer exists`);
    await announce(handle, [successOf(successIn(claim, base.rewards_json), true)], now);
    const key = maskedKeyOf(claim, handle.keys.secretKey);
    const { claim_id, code, user_id, remedies } = await record(handle, claim, 'grant_again', remedy, now);
    const head = `{"redemption_id":"${claim_id}","rewards":${rewardsArray(base.rewards_json)}`;
    return `${head},${JSON.stringify({ code, user_id, key, remedies: remedies.map(remedyOut) }).slice(1)}`;
  });
}

/**
 * Releases the claim: it no longer counts, its player can redeem the code again, and the code's limit allows one more
 * claim. The link and all accruals are kept (docs/decisions/0008).
 */
export async function releaseClaim(db: Database, remedy: Remedy, now: number): Promise<RemediedClaim> {
  return db.write(async (handle) => {
    const claim = await findClaim(handle, remedy.claimId);
    if (!claim) throw new AppError('not_found');
    // The codes are locked before the claim, in the same order as in redeem.
    const codes = await lockCodesOf(handle, claim);
    if (!(await markReleased(handle, claim.claim_id, now))) throw new AppError('claim_released');
    await takeUses(handle, usesToGiveBack(codes, claim.code_id, claim.base_code_id));
    await discountClaim(handle, claim, now);
    return record(handle, claim, 'release', remedy, now);
  });
}

const successIn = (claim: RemediedClaim, rewardsJson: string) => ({
  claimId: claim.claim_id,
  userId: claim.user_id,
  campaignId: claim.campaign_id,
  code: claim.code,
  kind: claim.kind,
  creatorId: claim.creator_id,
  linked: claim.linked,
  rewardsJson,
  pool: claim.pool,
});

/** Records a remedy. The audit log omits the reason, because staff may have typed the player's name in it. */
async function record(handle: Handle, { claim_id, code }: RemediedClaim, kind: RemedyKind, by: Remedy, now: number) {
  const { staffId, reason } = by;
  await insertRemedy(handle, { claim_id, kind, reason, staff_id: staffId, created_at: now });
  const remedied = await findClaim(handle, claim_id);
  if (!remedied) throw new Error(`Claim ${claim_id} no longer exists`);
  const change = { before: null, after: { code, remedy_id: remedied.remedies.at(-1)?.remedy_id } };
  await recordAudit(handle, { staffId, action: `claim.${kind}`, entity: 'claim', entityId: claim_id, ...change }, now);
  return remedied;
}
