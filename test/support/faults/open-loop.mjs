// Sends redeems to a daemon, in a process of its own: `node open-loop.mjs '<json>'` with {url, key, code, seconds, rate}.
// Without a rate 64 connections send one after the other, which shows the capacity. With a rate, so many are sent each
// second whatever the answers do. Prints what came back as JSON.
import { once } from 'node:events';
import { connect } from 'node:net';

const { url, key, code, seconds, rate = 0, prefix } = JSON.parse(String(process.argv[2]));
const { hostname, port } = new URL(url);
const CLOSED = 64;
/** Opened before the first request of a rate: to make thousands at once would be another test. */
const READY = 4000;
const READY_AT_ONCE = 100;
/** A daemon lets so many connections in from one address, so they come from several. */
const EACH_ADDRESS = 400;
const TICK_MS = 2;

const found = { sent: 0, ok: 0, refused: 0, other: 0, broken: 0, unsent: 0, ms: /** @type {number[]} */ ([]) };
/** @type {Connection[]} */
const idle = [];
let opened = 0;
let serial = 0;
let isOver = false;

/** @typedef {{ socket: import('node:net').Socket, sentAt: number, got: string }} Connection */

function open() {
  opened += 1;
  const localAddress = `127.0.${1 + Math.floor(opened / EACH_ADDRESS / 200)}.${2 + (Math.floor(opened / EACH_ADDRESS) % 200)}`;
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  /** @type {Connection} */
  const connection = { socket, sentAt: 0, got: '' };
  socket.setNoDelay(true);
  socket.on('data', (chunk) => receive(connection, chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.on('close', () => {
    opened -= 1;
    if (connection.sentAt > 0) found.broken += 1;
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
    else if (rate === 0 && !isOver) send(open());
  });
  return connection;
}

/** @param {Connection} connection */
function send(connection) {
  serial += 1;
  const body = JSON.stringify({ user_id: `${prefix}-${serial}`, code });
  connection.sentAt = performance.now();
  found.sent += 1;
  connection.socket.write(
    `POST /v1/redemption-codes/use/redeem HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** @param {Connection} connection @param {string} text */
function receive(connection, text) {
  connection.got += text;
  const head = connection.got.indexOf('\r\n\r\n');
  if (head < 0) return;
  const length = Number(/content-length: (\d+)/i.exec(connection.got)?.[1] ?? 0);
  if (connection.got.length < head + 4 + length) return;
  const status = connection.got.slice(9, 12);
  if (status === '200') {
    found.ok += 1;
    found.ms.push(performance.now() - connection.sentAt);
  } else if (status === '503' || status === '429') found.refused += 1;
  else found.other += 1;
  const closes = /connection: close/i.test(connection.got.slice(0, head));
  connection.got = '';
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
