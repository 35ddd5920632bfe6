import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { hasArchive, listErasedDays, noteErasures } from '../event-archive/archive-store.ts';
import { dropNamesake, eraseEvents, findEvents } from './erase-events-store.ts';
import { dropAnswers, eraseMessage, findMessages } from './erase-messages-store.ts';
import { dropKey, findNames, renameRequest, renameTransaction } from './erase-names-store.ts';
import { dropIdentities, moveAccruals, moveClaims, moveLink, movePayments, moveTries } from './erase-rows-store.ts';
import type { Erasure } from './erasure-rules.ts';
import { claimsOf, dropTombstone, isCreator, takeTombstone } from './erasure-store.ts';
import { inSmallSteps, newTombstone, patiently } from './in-small-steps.ts';

export interface Erased {
  /** Changed or deleted rows, by table. */
  counts: Record<string, number>;
  /** Tables that still contain old versions of rows, because a long read is running. Run it again later. */
  held: string[];
  /** True if the id is also a creator's id; it stays in that meaning. */
  creator: boolean;
  /** Days of SDK events whose files the archive has to write again; null if there is no archive. */
  daysToWrite: number[] | null;
}

/** Makes the database overwrite deleted and changed rows of these tables, see `forgetDeleted`. */
export type Forget = (tables: readonly string[]) => Promise<string[]>;

/**
 * Replaces a user's id by one random tombstone in every row. It works in small, complete steps, so that it can run
 * beside a daemon, no sum ever changes, and an interrupted run can continue.
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
  return await db.read(async (handle) => ({
    ...{ counts, held },
    creator: await isCreator(handle, userId),
    daysToWrite: (await hasArchive(handle)) ? await listErasedDays(handle) : null,
  }));
}

async function eraseRows(db: Database, erasure: Erasure, now: number): Promise<Record<string, number>> {
  const { counts, inSteps, someOf, eachOf } = inSmallSteps(db, erasure, now);
  const found = await db.readSnapshot(async (handle) => {
    // Includes claims that an interrupted run has moved already.
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
  await someOf('sdk_events', found.events, async (handle, some) => {
    // First: retention locks the day too before it removes its events.
    await noteErasures(
      handle,
      some.map(({ created_at }) => created_at),
    );
    return eraseEvents(handle, some, found.anons, erasure);
  });
  await eachOf('identities', found.namesakes, dropNamesake);
  await inSteps('identities', dropIdentities);
  return counts;
}

/** The audit log records that a user was erased and the number of rows, but neither the id nor the tombstone. */
async function finish(handle: Handle, userId: string, counts: Erased['counts'], resumed: boolean, now: number) {
  await dropTombstone(handle, userId);
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(after).length === 0 && !resumed) return;
  const entry = { staffId: null, action: 'player.erase', entity: 'player', entityId: '-', before: null, after };
  await recordAudit(handle, entry, now);
}
