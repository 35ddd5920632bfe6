import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { findCreator } from '../creators/creators-store.ts';
import { setUnsubscribed } from '../daily-results/daily-results-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';

/** Reads what the page shows about the creator and the organisation. */
export const readOwnAccount = (db: Database, creatorId: string) =>
  db.read(async (handle) => {
    const creator = await findCreator(handle, creatorId);
    if (!creator) throw new AppError('unauthorized');
    return { creator, organisation: await getOrganisation(handle) };
  });

export type OwnAccount = Awaited<ReturnType<typeof readOwnAccount>>;

/** Subscribes the creator to daily results by email, or unsubscribes them. */
export const changeEmails = (db: Database, creatorId: string, isSubscribed: boolean, now: number): Promise<boolean> =>
  db.write((handle) => setUnsubscribed(handle, creatorId, isSubscribed ? null : now));
