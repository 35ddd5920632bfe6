import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { dropNamesake, eraseEvents, findEvents } from './erase-events-store.ts';
import { dropAnswers, eraseMessage, findMessages } from './erase-messages-store.ts';
import { dropKey, findNames, renameRequest, renameTransaction } from './erase-names-store.ts';
import { dropIdentities, moveAccruals, moveClaims, moveLink, movePayments, moveTries } from './erase-rows-store.ts';
import type { Erasure } from './erasure-rules.ts';
import { claimsOf, dropTombstone, isCreator, takeTombstone } from './erasure-store.ts';
import { inSmallSteps, newTombstone, patiently } from './in-small-steps.ts';

export interface Erased {
  /** Rows changed or deleted, by table. */
  counts: Record<string, number>;
  /** Tables that still hold old versions of rows, because somebody has been reading for long. Run it again later. */
  held: string[];
  /** The id is also a creator's, and stays where it stands as that. */
  creator: boolean;
}

/** Makes the database let go of what was deleted and changed in these tables, see `forgetDeleted`. */
export type Forget = (tables: readonly string[]) => Promise<string[]>;

/**
 * Puts one random tombstone in the place of a user, in every row. Small steps, each whole in itself, so that it runs
 * beside a daemon, no sum ever changes, and a run that was interrupted goes on where it was.
 */
export async function eraseUser(db: Database, userId: string, forget: Forget, now: number): Promise<Erased> {
  const { tombstone, resumed } = await patiently(() =>
    db.write((handle) => takeTombstone(handle, userId, newTombstone(), now)),
  );
  const erasure = { userId, tombstone };
  const counts = await eraseRows(db, erasure, now);
  const touched = Object.keys(counts).filter((table) => counts[table]);
  const held = await forget(resumed ? Object.keys(counts) : touched);
  if (held.length === 0) await patiently(() => db.write((handle) => finish(handle, userId, counts, resumed, now)));
  return { counts, held, creator: await db.read((handle) => isCreator(handle, userId)) };
}

async function eraseRows(db: Database, erasure: Erasure, now: number): Promise<Record<string, number>> {
  const { counts, inSteps, someOf, eachOf } = inSmallSteps(db, erasure, now);
  const found = await db.readSnapshot(async (handle) => {
    // Those too that an interrupted run moved already.
    const claims = [...(await claimsOf(handle, erasure.userId)), ...(await claimsOf(handle, erasure.tombstone))];
    return {
      names: await findNames(handle, erasure.userId, claims),
      messages: await findMessages(handle, erasure.userId),
      ...(await findEvents(handle, erasure.userId)),
    };
  });
  await inSteps('links', moveLink);
  await inSteps('claims', moveClaims);
  await inSteps('refused_tries', moveTries);
  await inSteps('payments', movePayments);
  await inSteps('accruals', moveAccruals);
  await eachOf('payments', found.names.transactions, (handle, row) => renameTransaction(handle, row, erasure));
  await eachOf('payment_requests', found.names.requests, (handle, row) => renameRequest(handle, row, erasure));
  await eachOf('idempotency_keys', found.names.keys, dropKey);
  await eachOf('deliveries', found.messages, dropAnswers);
  await eachOf('outbox', found.messages, (handle, row) => eraseMessage(handle, row, erasure));
  await someOf('sdk_events', found.events, (handle, some) => eraseEvents(handle, some, found.anons, erasure));
  await eachOf('identities', found.namesakes, dropNamesake);
  await inSteps('identities', dropIdentities);
  return counts;
}

/** The audit log tells that somebody was erased and in how many rows, neither who nor under which tombstone. */
async function finish(handle: Handle, userId: string, counts: Erased['counts'], resumed: boolean, now: number) {
  await dropTombstone(handle, userId);
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(after).length === 0 && !resumed) return;
  const entry = { staffId: null, action: 'player.erase', entity: 'player', entityId: '-', before: null, after };
  await recordAudit(handle, entry, now);
}
