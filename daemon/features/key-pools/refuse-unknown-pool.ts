import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Handle } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { findPool } from './key-pools-store.ts';

/** Refuses the pool of a new or changed code if the pool does not exist, or if the person may not use key pools. */
export async function refuseUnknownPool(handle: Handle, games: Games, poolId: number | null | undefined) {
  if (poolId === undefined || poolId === null) return;
  if (games === null && (await findPool(handle, poolId))) return;
  throw new AppError({ code: 'invalid_request', errors: [fieldFault('', ['key_pool_id'], 'not_a_pool')] });
}
