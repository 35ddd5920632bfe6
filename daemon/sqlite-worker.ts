// This worker thread is bundled separately. better-sqlite3 blocks the thread that calls it, and the daemon's own thread
// must not wait for a disk.
import { chmodSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { markCopy } from './db/sqlite/file-mark.ts';
import type { SentFault, WorkerReply, WorkerRequest, WorkerSettings } from './db/sqlite/sqlite-channel.ts';
import { openConnection } from './db/sqlite/sqlite-connection.ts';
import { keepStatements, runSql } from './db/sqlite/sqlite-statements.ts';
import type { HotCall } from './hot/hot-store.ts';
import { createHotSqlite } from './hot/sqlite-hot-store.ts';
import { errorCode } from './lib/error-code.ts';
import { lowerPriority } from './lib/lower-priority.ts';
import { syncToDisk } from './lib/sync-to-disk.ts';

if (!parentPort) throw new Error('sqlite-worker must run as a worker thread');
const port = parentPort;
serve(workerData as WorkerSettings);

function serve({ file, role, slot }: WorkerSettings) {
  if (role === 'reader') lowerPriority(10);
  answer(0, () => {
    const db = openConnection(file, role);
    const hot = role === 'writer' ? createHotSqlite(db, slot) : null;
    const prepare = keepStatements(db);
    const carryOut = (request: WorkerRequest): unknown => {
      switch (request.kind) {
        case 'batch':
          if (!hot) throw new Error('The reader writes nothing');
          try {
            return hot.run(request.call as HotCall);
          } finally {
            rollBack(db);
          }
        case 'sql':
          // SQLite rolls back if the disk is full; the statements after that must not commit on their own.
          if (role === 'writer' && !db.inTransaction) throw new Error('SQLite ended the transaction');
          return runSql(prepare(request.sql), request);
        case 'begin':
          return void db.exec('BEGIN IMMEDIATE');
        case 'commit':
          try {
            return void db.exec('COMMIT');
          } finally {
            rollBack(db);
          }
        case 'rollback':
          return rollBack(db);
        case 'backup':
          return backUp(db, request.file);
        case 'close':
          return void db.close();
      }
    };
    port.on('message', ({ id, ...request }: WorkerRequest & { id: number }) => answer(id, () => carryOut(request)));
  });
}

function answer(id: number, give: () => unknown) {
  let reply: WorkerReply;
  try {
    reply = { id, value: give() };
  } catch (error) {
    reply = { id, fault: sent(error) };
  }
  port.postMessage(reply);
}

function sent(error: unknown): SentFault {
  if (!(error instanceof Error)) return { message: String(error) };
  return { message: error.message, stack: error.stack, code: errorCode(error) };
}

function rollBack(db: Database) {
  if (db.inTransaction) db.exec('ROLLBACK');
}

/** Writes a consistent copy while other threads work. A file under the backup's name is always complete and synced. */
function backUp(db: Database, file: string) {
  const draft = `${file}.partial`;
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'ax', 0o600));
  db.pragma('query_only = OFF');
  try {
    db.prepare('VACUUM INTO ?').run(draft);
  } finally {
    db.pragma('query_only = ON');
  }
  markCopy(draft);
  chmodSync(draft, 0o600);
  syncToDisk(draft);
  renameSync(draft, file);
  syncToDisk(dirname(file));
}
