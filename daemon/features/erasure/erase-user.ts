import type { Database, Handle } from '../../db/database.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { hasArchive, listErasedDays, noteErasures } from '../event-archive/archive-store.ts';
import { listChangedDays, noteChanges } from '../ledger-export/ledger-days-store.ts';
import { dropNamesake, eraseEvents, findEvents } from './erase-events-store.ts';
import { eraseFromLog } from './erase-from-log.ts';
import { dropAnswers, eraseMessage, findMessages } from './erase-messages-store.ts';
import { dropKey, findNames, renameRequest, renameTransaction } from './erase-names-store.ts';
import { dropReport, findReports } from './erase-reports-store.ts';
import {
  dropIdentities,
  moveAccruals,
  moveBatches,
  moveClaims,
  moveCodes,
  moveLink,
  movePayments,
  moveTries,
  untieKeys,
} from './erase-rows-store.ts';
import type { Erasure } from './erasure-rules.ts';
import { claimsOf, dropTombstone, isCreator, takeTombstone } from './erasure-store.ts';
import { inSmallSteps, newTombstone, patiently } from './in-small-steps.ts';

export interface Erased {
  /** The number of changed or deleted rows, by table. */
  counts: Record<string, number>;
  /** Tables that still contain old versions of rows because of a long read; another run must remove these versions. */
  held: string[];
  /** True if the ID is also a creator's ID, which is not erased. */
  creator: boolean;
  /** Days of SDK events that must be written to the archive again; null if there is no archive. */
  daysToWrite: number[] | null;
  /** Days on which rows of the ledger's tables changed, so that files already exported are out of date. */
  ledgerDays: { table_name: string; day: string }[];
}

/** Overwrites deleted and changed rows of these tables, see `forgetDeleted`. */
type Forget = (tables: readonly string[]) => Promise<string[]>;

export interface ErasureParts {
  forget: Forget;
  /** Where SDK events are stored, if not in the database. */
  eventLog?: EventLog | null;
}

/**
 * Replaces a user's ID in all rows with one random tombstone. It works in small, complete steps: it can run while a
 * daemon runs, sums never change, and an interrupted run can be continued.
 */
export async function eraseUser(
  db: Database,
  userId: string,
  { forget, eventLog = null }: ErasureParts,
  now: number,
): Promise<Erased> {
  const { tombstone, resumed } = await patiently(() =>
    db.write((handle) => takeTombstone(handle, userId, newTombstone(), now)),
  );
  const erasure = { userId, tombstone };
  const counts = await eraseRows(db, erasure, now);
  if (eventLog) {
    const { events, identities } = await eraseFromLog(db, eventLog, erasure, now);
    counts.sdk_events = (counts.sdk_events ?? 0) + events;
    counts.identities = (counts.identities ?? 0) + identities;
  }
  // If personal codes changed, old versions of their bulk job's row can also contain the user's ID.
  const touched = Object.keys(counts).filter((table) => counts[table] || (table === 'bulk_jobs' && counts.codes));
  const held = await forget(resumed ? Object.keys(counts) : touched);
  if (held.length === 0) await patiently(() => db.write((handle) => finish(handle, userId, counts, resumed, now)));
  return await db.read(async (handle) => ({
    ...{ counts, held },
    creator: await isCreator(handle, userId),
    daysToWrite: (await hasArchive(handle)) ? await listErasedDays(handle) : null,
    ledgerDays: await listChangedDays(handle),
  }));
}

async function eraseRows(db: Database, erasure: Erasure, now: number): Promise<Record<string, number>> {
  const { counts, inSteps, someOf, eachOf } = inSmallSteps(db, erasure, now);
  const found = await db.readSnapshot(async (handle) => {
    // Includes claims that an interrupted run has already moved.
    const claims = [...(await claimsOf(handle, erasure.userId)), ...(await claimsOf(handle, erasure.tombstone))];
    const found = await findEvents(handle, erasure.userId);
    return {
      names: await findNames(handle, erasure.userId, claims),
      messages: await findMessages(handle, erasure.userId),
      reports: await findReports(handle, erasure.userId, found.events.length > 0),
      ...found,
    };
  });
  await inSteps('pool_keys', untieKeys);
  await inSteps('links', moveLink);
  await inSteps('claims', moveClaims);
  await inSteps('refused_tries', moveTries);
  await inSteps('codes', moveCodes);
  await inSteps('bulk_jobs', moveBatches);
  await inSteps('payments', movePayments);
  await inSteps('accruals', moveAccruals);
  await eachOf('payments', found.names.transactions, (handle, row) =>
    renameTransaction(handle, row, erasure, noteChanges),
  );
  await eachOf('payment_requests', found.names.requests, (handle, row) => renameRequest(handle, row, erasure));
  await eachOf('idempotency_keys', found.names.keys, dropKey);
  await eachOf('deliveries', found.messages, dropAnswers);
  await eachOf('outbox', found.messages, (handle, row) => eraseMessage(handle, row, erasure));
  await someOf('sdk_events', found.events, async (handle, some) => {
    // The day is locked before its events are changed. Retention uses the same order.
    await noteErasures(
      handle,
      some.map(({ created_at }) => created_at),
    );
    return eraseEvents(handle, some, found.anons, erasure);
  });
  await eachOf('event_reports', found.reports, dropReport);
  await eachOf('identities', found.namesakes, dropNamesake);
  await inSteps('identities', dropIdentities);
  return counts;
}

/** Ends the erasure. The audit log records the number of rows, but neither the ID nor the tombstone. */
async function finish(handle: Handle, userId: string, counts: Erased['counts'], resumed: boolean, now: number) {
  await dropTombstone(handle, userId);
  const after = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  if (Object.keys(after).length === 0 && !resumed) return;
  const entry = { staffId: null, action: 'player.erase', entity: 'player', entityId: '-', before: null, after };
  await recordAudit(handle, entry, now);
}
