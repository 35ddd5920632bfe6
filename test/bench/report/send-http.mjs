// Sends redeems from a separate process: `node send-http.mjs '<json>'` with the terms below. It prints the results as
// JSON. Without a rate, each connection sends a request as soon as the last response has arrived, which shows the
// server's capacity. With a rate, requests are due at equal intervals, whether or not responses have arrived, and each
// is timed from its due time, including the wait for a free connection.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openConnection, postTo } from '../../support/http/kept-connection.mjs';
import { pickCodes } from './pick-codes.mjs';

/**
 * @typedef {object} Terms
 * @property {string} url
 * @property {Record<string, string>} headers
 * @property {{ prefix: string, count: number, spread: 'even' | 'zipf', seed: number }} codes numbered from 0
 * @property {string} players the prefix of the players' IDs
 * @property {number} connections
 * @property {number} [seconds]
 * @property {number} [amount] the number of requests, instead of seconds
 * @property {number} [rate] requests per second
 */

const TICK_MS = 1;
const DRAIN_MS = 20_000;

const terms = /** @type {Terms} */ (JSON.parse(String(process.argv[2])));
const { rate = 0, seconds = 0, amount = Number.POSITIVE_INFINITY } = terms;
const { hostname, port, pathname } = new URL(terms.url);
const post = postTo(pathname, { Host: hostname, 'Content-Type': 'application/json', ...terms.headers });
const pick = pickCodes(terms.codes);

/** @type {Record<string, number>} */
const statuses = {};
/** @type {number[]} */
const times = [];
/** The delays between the due time and the write, which the load generator itself causes. @type {number[]} */
const lags = [];
/** @type {import('../../support/http/kept-connection.mjs').KeptConnection[]} */
const idle = [];
/** The due times of requests that found no free connection. @type {number[]} */
const waiting = [];
let sent = 0;
let answered = 0;
let broken = 0;
let isOver = false;

/** @param {import('../../support/http/kept-connection.mjs').KeptConnection} connection @param {number} dueAt */
function send(connection, dueAt) {
  const code = `${terms.codes.prefix}${pick()}`;
  sent += 1;
  connection.sentAt = dueAt;
  if (rate > 0) lags.push(performance.now() - dueAt);
  connection.socket.write(post(JSON.stringify({ user_id: `${terms.players}-${sent}`, code })));
}

const listener = {
  /** @param {import('../../support/http/kept-connection.mjs').KeptConnection} connection @param {string} status */
  onAnswer(connection, status) {
    answered += 1;
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(performance.now() - connection.sentAt);
    connection.sentAt = 0;
    const dueAt = waiting.shift();
    if (dueAt !== undefined) send(connection, dueAt);
    else if (rate > 0) idle.push(connection);
    else if (!isOver && sent < amount) send(connection, performance.now());
  },
  /** @param {import('../../support/http/kept-connection.mjs').KeptConnection} connection */
  onClose(connection) {
    if (connection.sentAt === 0) return;
    answered += 1;
    broken += 1;
  },
};

async function sendAtRate() {
  const total = Math.floor(rate * seconds);
  for (let due = 0; due < total; ) {
    const now = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate));
    for (; due < now; due += 1) {
      const dueAt = startedAt + (due / rate) * 1000;
      const connection = idle.pop();
      if (connection) send(connection, dueAt);
      else waiting.push(dueAt);
    }
    await sleep(TICK_MS);
  }
}

const connections = Array.from({ length: terms.connections }, () =>
  openConnection({ host: hostname, port: Number(port) }, listener),
);
await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
if (rate > 0) {
  idle.push(...connections);
  await sendAtRate();
} else {
  for (const connection of connections) if (sent < amount) send(connection, performance.now());
  while (performance.now() - startedAt < seconds * 1000 || (seconds === 0 && answered < amount))
    await sleep(TICK_MS * 5);
}
isOver = true;
const drainUntil = performance.now() + DRAIN_MS;
while ((answered < sent || waiting.length > 0) && performance.now() < drainUntil) await sleep(TICK_MS);
const tookS = (performance.now() - startedAt) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);
const part = (/** @type {number[]} */ sorted, /** @type {number} */ at) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? 0;
times.sort((a, b) => a - b);
lags.sort((a, b) => a - b);
process.stdout.write(
  JSON.stringify({
    sent,
    answered,
    broken,
    unanswered: sent - answered + waiting.length,
    statuses,
    tookS,
    cpuS: (user + system) / 1e6,
    p50: part(times, 0.5),
    p95: part(times, 0.95),
    p99: part(times, 0.99),
    lagP99: part(lags, 0.99),
  }),
);
process.exit();
