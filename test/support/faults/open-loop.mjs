// Sends redeems to a daemon from a separate process: `node open-loop.mjs '<json>'` with {url, key, code, seconds,
// rate}. Without a rate, 64 connections each send one request after the other, which measures the capacity. With a
// rate, that number of requests is sent each second, independently of the responses. The results are printed as JSON.
import { once } from 'node:events';
import { openConnection, postTo } from '../http/kept-connection.mjs';

const { url, key, code, seconds, rate = 0, prefix } = JSON.parse(String(process.argv[2]));
const { hostname, port } = new URL(url);
const CLOSED = 64;
/** These connections are opened before the first request, because opening thousands at once is not part of the test. */
const READY = 4000;
const READY_AT_ONCE = 100;
/** A daemon limits the connections from one address, so they come from several. */
const EACH_ADDRESS = 400;
const TICK_MS = 2;

const found = { sent: 0, ok: 0, refused: 0, other: 0, broken: 0, unsent: 0, ms: /** @type {number[]} */ ([]) };
/** @type {Connection[]} */
const idle = [];
let opened = 0;
let serial = 0;
let isOver = false;

/** @typedef {import('../http/kept-connection.mjs').KeptConnection} Connection */

function open() {
  opened += 1;
  const localAddress = `127.0.${1 + Math.floor(opened / EACH_ADDRESS / 200)}.${2 + (Math.floor(opened / EACH_ADDRESS) % 200)}`;
  return openConnection({ host: hostname, port: Number(port), localAddress }, { onAnswer, onClose });
}

/** @param {Connection} connection */
function onClose(connection) {
  opened -= 1;
  if (connection.sentAt > 0) found.broken += 1;
  const at = idle.indexOf(connection);
  if (at >= 0) idle.splice(at, 1);
  else if (rate === 0 && !isOver) send(open());
}

const redeem = postTo('/v1/redemption-codes/use/redeem', {
  Host: hostname,
  'X-API-Key': key,
  'Content-Type': 'application/json',
});

/** @param {Connection} connection */
function send(connection) {
  serial += 1;
  connection.sentAt = performance.now();
  found.sent += 1;
  connection.socket.write(redeem(JSON.stringify({ user_id: `${prefix}-${serial}`, code })));
}

/** @param {Connection} connection @param {string} status @param {boolean} closes */
function onAnswer(connection, status, closes) {
  if (status === '200') {
    found.ok += 1;
    found.ms.push(performance.now() - connection.sentAt);
  } else if (status === '503' || status === '429') found.refused += 1;
  else found.other += 1;
  connection.sentAt = 0;
  if (closes || isOver) connection.socket.end();
  else if (rate === 0) send(connection);
  else idle.push(connection);
}

while (rate > 0 && idle.length < READY) {
  const some = Array.from({ length: READY_AT_ONCE }, open);
  await Promise.all(some.map(({ socket }) => once(socket, 'connect')));
  idle.push(...some);
}
const startedAt = performance.now();
if (rate === 0) for (let n = 0; n < CLOSED; n += 1) send(open());
else {
  let due = 0;
  let lastAt = startedAt;
  const ticks = setInterval(() => {
    const now = performance.now();
    due += ((now - lastAt) / 1000) * rate;
    lastAt = now;
    for (; due >= 1; due -= 1) {
      const connection = idle.pop() ?? (opened < READY ? open() : undefined);
      if (connection) send(connection);
      else found.unsent += 1;
    }
  }, TICK_MS);
  setTimeout(() => clearInterval(ticks), seconds * 1000);
}
setTimeout(() => {
  isOver = true;
  const tookS = (performance.now() - startedAt) / 1000;
  found.ms.sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => Math.round(found.ms[Math.floor(found.ms.length * part)] ?? 0);
  const { ms: _, ...counts } = found;
  process.stdout.write(
    JSON.stringify({ ...counts, perSecond: Math.round(found.ok / tookS), p50: at(0.5), p99: at(0.99) }),
  );
  process.exit();
}, seconds * 1000);
