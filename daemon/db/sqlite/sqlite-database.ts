import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { Database, Handle, KeyHolder } from '../database.ts';
import { codeOf, sqliteFault } from '../faults.ts';
import { ItemFault } from '../item-fault.ts';
import { inStatementSpan } from '../statement-span.ts';
import {
  insideWrite,
  refuseInsideWrite,
  startRun,
  statementOf,
  timeoutFault,
  WRITE_LIMIT_MS,
  within,
} from '../write-guard.ts';
import { writeAndRemove } from '../write-probe.ts';
import { renewMark } from './file-mark.ts';
import { type FileWatch, watchFile } from './file-watch.ts';
import { type Channel, openChannel, type SqlRequest } from './sqlite-channel.ts';
import { prepareFile } from './sqlite-connection.ts';
import { takeLock } from './sqlite-lock.ts';
import { tables } from './sqlite-tables.ts';

export interface SqliteOptions {
  /** True for the daemon, which refuses a file that another daemon is using. False for commands. */
  exclusive: boolean;
  /** Runs once if the database becomes unusable, with the reason. */
  onLost?: ((error: unknown) => void) | undefined;
}

/**
 * Opens a writer and a reader thread on one file. If one dies or the file disappears, both refuse with 503, so that
 * readiness fails.
 */
export async function openSqlite(file: string, { exclusive, onLost }: SqliteOptions): Promise<Database> {
  prepareFile(file);
  const unlock = exclusive ? await takeLock(file) : () => {};
  const channels: Channel[] = [];
  const snapshots = createSnapshotReaders(() => openChannel({ file, role: 'reader', slot: 0 }, () => {}));
  let watch: FileWatch | undefined;
  const closeAll = async () => {
    watch?.stop();
    await snapshots.close();
    // The writer closes last, because the last connection to close moves the WAL into the file.
    for (const channel of channels.toReversed()) await channel.close();
    watch?.release();
    watch = undefined;
    unlock();
  };
  try {
    let crash: unknown;
    const onCrash = (error: unknown) => {
      if (crash === undefined) onLost?.(error);
      crash ??= error;
      void snapshots.close();
      for (const channel of channels) void channel.close();
    };
    if (exclusive) renewMark(file);
    for (const role of ['writer', 'reader'] as const)
      channels.push(await openChannel({ file, role, slot: 0 }, onCrash));
    if (crash) throw crash;
    if (exclusive) {
      await writeMark(channels);
      watch = watchFile(file, onCrash);
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  const [writer, reader] = channels as [Channel, Channel];
  return overChannels(writer, reader, snapshots, closeAll);
}

/** Creates readers, one for each snapshot. The last one is kept for the next snapshot, because threads start slowly. */
function createSnapshotReaders(open: () => Promise<Channel>) {
  let spare: Channel | undefined;
  let isClosed = false;
  return {
    async use<T>(fn: (reader: Channel) => Promise<T>): Promise<T> {
      const reader = spare ?? (await open());
      spare = undefined;
      try {
        await reader.ask({ kind: 'sql', sql: 'BEGIN', params: [], method: 'run' });
        const result = await fn(reader);
        await reader.ask({ kind: 'sql', sql: 'COMMIT', params: [], method: 'run' });
        if (!spare && !isClosed) spare = reader;
        return result;
      } finally {
        if (spare !== reader) await reader.close();
      }
    },
    async close() {
      isClosed = true;
      await spare?.close();
    },
  };
}

/** Writes the first page with the file's mark, so that the log contains the mark from the start. */
async function writeMark([writer, reader]: Channel[]): Promise<void> {
  const sql = 'PRAGMA user_version';
  const found = await reader?.ask<{ rows: number[] }>({ kind: 'sql', sql, params: [], method: 'get' });
  await writer?.ask({ kind: 'begin' });
  try {
    await writer?.ask({ kind: 'sql', sql: `${sql} = ${found?.rows[0]}`, params: [], method: 'run' });
    await writer?.ask({ kind: 'commit' });
  } catch {
    // If the disk is full, the log gets no page at all, so it needs no mark.
    await writer?.ask({ kind: 'rollback' });
  }
}

function overChannels(
  writer: Channel,
  reader: Channel,
  snapshots: ReturnType<typeof createSnapshotReaders>,
  closeAll: () => Promise<void>,
): Database {
  const keys: KeyHolder = { secretKey: null };
  const readHandle = handleOver(keys, (request) => reader.ask(request));
  const turns = createTurns();

  // The writer thread works in order of arrival, so a batch waits only for the end of the write before it, not for the
  // batches before it.
  const runBatch = async <T>(call: unknown) => {
    refuseInsideWrite('A batch');
    await turns.last();
    return await writer.ask<T>({ kind: 'batch', call }).catch((error: unknown) => {
      throw batchFault(sqliteFault(error));
    });
  };

  return {
    dialect: 'sqlite',
    async read(fn) {
      refuseInsideWrite('A read');
      return await fn(readHandle).catch(rethrow);
    },
    async readSnapshot(fn) {
      refuseInsideWrite('A snapshot');
      return await snapshots.use((own) => fn(handleOver(keys, (request) => own.ask(request)))).catch(rethrow);
    },
    scan: null,
    async write(fn) {
      refuseInsideWrite('A write');
      const release = await turns.take();
      return await writeOnce(writer, keys, fn).finally(release);
    },
    batches: { dialect: 'sqlite', run: runBatch },
    async probeWrite() {
      const release = await turns.take();
      await writeOnce(writer, keys, writeAndRemove).finally(release);
    },
    keys,
    prepareDays: async () => {},
    warmUp: async () => {},
    async close() {
      const release = await turns.take();
      await closeAll().finally(release);
    },
  };
}

/** Creates turns for writes, which then run one after another in the order in which they were requested. */
function createTurns() {
  let last = Promise.resolve();
  return {
    /** Returns a promise that resolves when the newest write ends. */
    last: () => last,
    /** Waits for a turn. @returns a function that ends it */
    async take(): Promise<() => void> {
      const before = last;
      let release = () => {};
      last = new Promise<void>((resolve) => {
        release = resolve;
      });
      await before;
      return release;
    },
  };
}

/** Runs one transaction of the writer, whose turn ends with the transaction. */
async function writeOnce<T>(writer: Channel, keys: KeyHolder, fn: (handle: Handle) => Promise<T>): Promise<T> {
  const run = startRun();
  const handle = handleOver(keys, (request) => statementOf(run, () => writer.ask(request)));
  try {
    await writer.ask({ kind: 'begin' });
    const result = await within(
      WRITE_LIMIT_MS,
      insideWrite(run, async () => fn(handle)),
    );
    run.over = true;
    if (run.failed) throw run.fault;
    await writer.ask({ kind: 'commit' });
    return result;
  } catch (error) {
    run.over = true;
    // There is no need to wait: the writer works in order, so all later requests come after this one.
    writer.ask({ kind: 'rollback' }).catch(() => {});
    throw sqliteFault(timeoutFault(error));
  }
}

function batchFault(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (error instanceof Error && /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH|RANGE)/.test(code)) return new ItemFault(error);
  return error;
}

function rethrow(error: unknown): never {
  throw sqliteFault(error);
}

export function handleOver(keys: KeyHolder, ask: (request: SqlRequest) => Promise<{ rows: unknown[] }>): Handle {
  const db = drizzle((sql, params, method) =>
    inStatementSpan('sqlite', sql, () => ask({ kind: 'sql', sql, params, method })),
  );
  return { db, t: tables, dialect: 'sqlite', keys };
}

/** Copies the file consistently, even while a daemon is running. The copy gets its name once it is complete. */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const channel = await openChannel({ file, role: 'reader', slot: 0 }, () => {});
  try {
    await channel.ask({ kind: 'backup', file: target });
  } finally {
    await channel.close();
  }
}
