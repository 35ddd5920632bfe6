import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { findCreator, findCreatorForUpdate } from '../creators/creators-store.ts';
import { findNewestRequest, insertRequest, type NewDetails, replacePending } from './payout-details-store.ts';

/** Reads the details used for payouts, and the newest request if it is waiting or was rejected. */
export const readOwnDetails = (db: Database, creatorId: string) => db.read((handle) => read(handle, creatorId));

async function read(handle: Handle, creatorId: string) {
  const creator = await findCreator(handle, creatorId);
  if (!creator) throw new AppError('unauthorized');
  const newest = await findNewestRequest(handle, creatorId);
  const isOpen = newest?.status === 'pending' || newest?.status === 'rejected';
  return { creator, request: isOpen ? newest : null };
}

export type OwnDetails = Awaited<ReturnType<typeof readOwnDetails>>;

/** Stores details that need approval, replacing any earlier ones that are still waiting. */
export const requestDetails = (
  db: Database,
  creatorId: string,
  details: NewDetails,
  now: number,
): Promise<OwnDetails> =>
  db.write(async (handle) => {
    // Because of the lock, two requests from the same creator are handled one after the other.
    await findCreatorForUpdate(handle, creatorId);
    await replacePending(handle, creatorId, now);
    await insertRequest(handle, creatorId, details, now);
    return read(handle, creatorId);
  });
