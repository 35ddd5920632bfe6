import { AppError } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { coversGame, parseGames } from '../../domain/games.ts';
import { openKey } from '../../domain/pool-keys.ts';
import { rewardsArray } from '../../domain/redeem/redeem-response.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import { findRedemption, type RedemptionRow } from './redemption-store.ts';

/**
 * Returns a redemption again, with its key and the rewards as staff typed them. Redemptions of other games count as not
 * found.
 */
export async function getRedemption(db: Database, { gameId }: KeyPrincipal, claimId: number) {
  const row = await db.read((handle) => findRedemption(handle, claimId));
  if (!row || !coversGame(parseGames(row.games), gameId ?? '')) throw new AppError('not_found');
  const key = keyOf(db, row);
  const rest = {
    code: row.code,
    code_type: codeTypeOf(row.kind),
    creator_id: row.creator_id,
    linked: row.linked,
    user_id: row.user_id,
    created_at: isoInstant(row.created_at),
    released_at: instantOrNull(row.released_at),
    ...(key && { key }),
  };
  const head = `{"redemption_id":"${row.claim_id}","rewards":${rewardsArray(row.rewards_json)}`;
  return { rendered: { status: 200, body: `${head},${JSON.stringify(rest).slice(1)}` } };
}

const keyOf = ({ keys }: Database, { pool, sealed }: RedemptionRow) =>
  pool === null || sealed === null ? null : { pool, value: openKey(keys.secretKey, sealed) };
