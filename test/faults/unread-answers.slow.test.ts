import { once } from 'node:events';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { DaemonOptions } from '../../daemon/compose.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { metricOf } from '../support/http/metrics.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import { judgeUnread, neverRead, type UnreadFacts } from './unread-answers.ts';

// In these tests, the daemon waits one second for a client that does not read, and there are 20 clients.

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: DaemonOptions & { env?: Record<string, string> }) {
  const daemon = await startTestDaemon({ stallMs: 1000, ...options });
  closing.push(daemon.close);
  return daemon;
}

async function unread(options: DaemonOptions, watchMs = 10_000) {
  const daemon = await start(options);
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  return await neverRead({ ...daemon, sockets: 20, files: 40, addresses: 1, watchMs });
}

/** Ignores how long redeems take, because other tests load the machine. */
const judge = (facts: UnreadFacts) => judgeUnread({ ...facts, slowMs: 0 });

it('clients that never read are disconnected, and redeems continue', async () => {
  expect(judge(await unread({}))).toEqual([]);
});

it('sabotage: a daemon that waits forever keeps the connections', async () => {
  expect(judge(await unread({ stallMs: 0 }, 3000))).toEqual(['no response was cut off', 'sockets are still open']);
});

it('a client that reads slowly but steadily gets every response', async () => {
  const daemon = await start({});
  const path = '/v1/openapi.json';
  const length = Number((await fetch(daemon.url + path)).headers.get('content-length'));
  const asked = 20;
  const socket = createConnection({ port: Number(new URL(daemon.url).port), host: '127.0.0.1' });
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(asked));
  let read = 0;
  socket.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (socket.isPaused() || read > asked * length) return;
    socket.pause();
    setTimeout(() => socket.resume(), 10);
  });
  await until('every answer', () => read > asked * length);
  socket.destroy();
  expect(await metricOf(daemon.url, 'redeemd_answers_stalled_total')).toBe(0);
});

it('pipelined requests free their slots when their client disconnects', async () => {
  const daemon = await start({ maxInProgress: 50 });
  const { port } = new URL(daemon.url);
  for (let round = 0; round < 10; round += 1) {
    const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
    await once(socket, 'connect');
    // The client disconnects after ten complete requests and the beginning of another one.
    const head = `POST /v1/redemption-codes/use/redeem HTTP/1.1\r\nHost: x\r\n`;
    socket.write(`GET /v1/admin/campaigns HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(10) + head);
    socket.resetAndDestroy();
  }
  await sleep(100);
  await until(
    'no request is in progress',
    async () => (await metricOf(daemon.url, 'redeemd_requests_under_way')) === 0,
  );
});

it('one address has a limited number of connections; the next ones get 503 and are closed', async () => {
  const daemon = await start({ env: { REDEEMD_MAX_CONNECTIONS_PER_ADDRESS: '20' } });
  const { port } = new URL(daemon.url);
  const connect = async (localAddress: string) => {
    const socket = createConnection({ port: Number(port), host: '127.0.0.1', localAddress });
    socket.on('error', () => {});
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  };
  const answerOf = async (address: string) => {
    const socket = await connect(address);
    socket.write('GET /v1/admin/session HTTP/1.1\r\nHost: x\r\n\r\n');
    const [data] = await once(socket, 'data');
    socket.destroy();
    return String(data).split(' ', 2)[1];
  };
  const idle = await Promise.all(Array.from({ length: 20 }, () => connect('127.0.1.1')));
  expect(await answerOf('127.0.1.1')).toBe('503');
  expect(await answerOf('127.0.1.2')).toBe('401');
  for (const socket of idle) socket.destroy();
  await until('room', async () => (await answerOf('127.0.1.1')) === '401');
  expect(await metricOf(daemon.url, 'redeemd_connections_refused_total')).toBeGreaterThan(0);
});
