import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../servers/listen.ts';

// A game's page on its own origin, so that CORS applies. A driver that does not depend on the SDK creates the events:
// it calls `client.send(mark)` and reports to the test which promises resolved and which tasks were long.

const DRIVER = `
// If the test has put no functions into the page, the page reports to its own server.
globalThis.tellTask ??= () => {};
globalThis.tellSettled ??= (ok, not) => navigator.sendBeacon('/settled', JSON.stringify([ok, not]));
new PerformanceObserver((list) => tellTask(Math.max(...list.getEntries().map((task) => task.duration))))
  .observe({ type: 'longtask', buffered: true });
const settled = { resolved: [], rejected: [] };
let isTelling = false;
function tell(how, mark) {
  settled[how].push(mark);
  if (isTelling) return;
  isTelling = true;
  queueMicrotask(() => {
    isTelling = false;
    tellSettled(settled.resolved.splice(0), settled.rejected.splice(0));
  });
}
const send = async (mark) => client.send(mark);
const watch = (mark) => send(mark).then(() => tell('resolved', mark), () => tell('rejected', mark));
/** Makes all calls in one task, or \`atOnce\` at a time: the next ones when these have settled or after a second. */
globalThis.make = async (marks, atOnce = Infinity) => {
  for (let from = 0; from < marks.length; from += atOnce) {
    const all = marks.slice(from, from + atOnce).map(watch);
    if (atOnce < marks.length) await Promise.race([Promise.all(all), new Promise((r) => setTimeout(r, 1000))]);
  }
};
/** Makes one call after the other, and returns the milliseconds until each has settled. */
globalThis.time = async (marks) => {
  const times = [];
  for (const mark of marks) {
    const from = performance.now();
    await watch(mark);
    times.push(performance.now() - from);
  }
  return times;
};
/** Times calls like \`time\`, and after each call a transaction in which the page stores an event itself. */
globalThis.timeBesideDisk = async (marks) => {
  const db = await new Promise((resolve, reject) => {
    const opening = indexedDB.open('beside', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('events', { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = reject;
  });
  const write = (id) => new Promise((resolve, reject) => {
    const transaction = db.transaction('events', 'readwrite');
    transaction.objectStore('events').put({ id, text: 'x'.repeat(500) });
    transaction.oncomplete = resolve;
    transaction.onerror = reject;
  });
  const times = { calls: [], writes: [] };
  for (const mark of marks)
    for (const [work, taken] of [[watch, times.calls], [write, times.writes]]) {
      const from = performance.now();
      await work(mark);
      taken.push(performance.now() - from);
    }
  return times;
};
`;
const page = (...scripts: string[]) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>${scripts
    .map((src) => `<script src="${src}"></script>`)
    .join('')}<body>`;

type Settled = (ok: readonly string[], not: readonly string[]) => void;

/** Serves `/`, the page with the client, and `/away`, a page of the same site without the client. */
export async function startSdkPages() {
  let script = '';
  let onSettled: Settled = () => {};
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://page');
    if (pathname === '/settled') {
      const [ok, not] = JSON.parse(await text(request));
      onSettled(ok, not);
    }
    const [type, body] =
      pathname === '/client.js'
        ? ['text/javascript', script]
        : pathname === '/driver.js'
          ? ['text/javascript', DRIVER]
          : ['text/html', pathname === '/away' ? page() : page('/driver.js', '/client.js')];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(body);
  });
  const { port } = new URL(await listen(server));
  return {
    // The fault proxy's URL has 127.0.0.1 as its host, so the page and the proxy differ in both host and port.
    url: `http://localhost:${port}`,
    serve: (clientScript: string) => {
      script = clientScript;
    },
    /** Reports the resolved and rejected events of a page that cannot call the test's functions. */
    whenSettled: (listener: Settled) => {
      onSettled = listener;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
