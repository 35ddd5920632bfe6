// Creates and drops statements for a while in a worker thread, as the daemon does, so that they are garbage-collected
// between microtasks. The first argument is a better-sqlite3 package, or the daemon's module that chooses one. The
// second is the duration in milliseconds.
import { createRequire } from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const AT_ONCE = 50;

/** @returns {Promise<(file: string) => any>} */
async function opener(/** @type {string} */ place) {
  if (place.endsWith('.ts')) return (await import(place)).openSqliteFile;
  const Sqlite = createRequire(import.meta.url)(place);
  return (file) => new Sqlite(file);
}

async function dropMany(/** @type {string} */ place, /** @type {number} */ ms) {
  const db = (await opener(place))(':memory:');
  const until = performance.now() + ms;
  let dropped = 0;
  const dropOne = async () => {
    const statement = db.prepare(`SELECT ${dropped}`);
    await null;
    statement.get();
    dropped += 1;
    // This fills the heap, so that the garbage collector runs here.
    await Array.from({ length: 1000 }, () => ({ dropped }));
  };
  while (performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(Array.from({ length: AT_ONCE }, dropOne));
  }
  db.close();
  return dropped;
}

if (isMainThread) {
  const [place, ms] = process.argv.slice(2);
  const worker = new Worker(new URL(import.meta.url), { workerData: { place, ms: Number(ms) } });
  worker.once('message', (/** @type {number} */ dropped) => process.stdout.write(`${dropped}\n`));
} else {
  parentPort?.postMessage(await dropMany(workerData.place, workerData.ms));
}
