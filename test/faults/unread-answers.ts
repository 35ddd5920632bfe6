import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { metricOf } from '../support/http/metrics.ts';
import { ask } from './daemon-kills.ts';

// Clients that request a large file and never read it are disconnected, and do not use up the slots of other clients.

export interface UnreadFacts {
  /** How many responses the daemon cut off, and how many requests it refused because too many files were being sent. */
  stalled: number;
  refused: number;
  /** The statuses of the responses to redeems during the load, and the time within which 99% of them arrived. */
  statuses: Set<number>;
  slowMs: number;
  /** From the last request until the daemon had closed all connections; null if it did not. */
  closedMs: number | null;
}

export interface Unread {
  url: string;
  serverKey: string;
  sockets: number;
  /** How many files each client asks for at once; the system buffers some of them. */
  files: number;
  /** How many addresses of this machine the clients share. */
  addresses: number;
  /** How long the race watches the connections. */
  watchMs: number;
}

const OWN_CONNECTIONS = 5;
const AT_ONCE = 100;

export async function neverRead({ url, serverKey, sockets, files, addresses, watchMs }: Unread): Promise<UnreadFacts> {
  const silent: Socket[] = [];
  const times: number[] = [];
  const statuses = new Set<number>();
  const over = new AbortController();
  const redeem = async () => {
    while (!over.signal.aborted) {
      const from = performance.now();
      const { status } = await ask(url, serverKey, { kind: 'claim', name: `u${times.length}`, code: 'OPEN' });
      statuses.add(status);
      times.push(performance.now() - from);
      await sleep(25);
    }
  };
  try {
    const head = `GET ${await scriptOf(url)} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(files);
    const redeems = redeem();
    for (let at = 0; silent.length < sockets; at += 1) {
      const address = `127.0.1.${1 + (at % addresses)}`;
      const some = Math.min(AT_ONCE, sockets - silent.length);
      silent.push(...(await Promise.all(Array.from({ length: some }, () => silentClient(url, address, head)))));
    }
    const from = performance.now();
    let closedMs: number | null = null;
    while (closedMs === null && performance.now() - from < watchMs) {
      await sleep(200);
      if ((await metricOf(url, 'redeemd_connections')) <= OWN_CONNECTIONS) closedMs = performance.now() - from;
    }
    over.abort();
    await redeems;
    times.sort((a, b) => a - b);
    const slowMs = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
    const stalled = await metricOf(url, 'redeemd_answers_stalled_total');
    return { stalled, refused: await metricOf(url, 'redeemd_requests_refused_total'), statuses, slowMs, closedMs };
  } finally {
    over.abort();
    for (const socket of silent) socket.destroy();
  }
}

async function silentClient(url: string, localAddress: string, head: string): Promise<Socket> {
  const socket = createConnection({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  socket.pause();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  socket.write(head);
  return socket;
}

/** Returns the Portal's largest file, its script. */
async function scriptOf(url: string): Promise<string> {
  const page = await (await fetch(`${url}/portal/`)).text();
  const paths = [...page.matchAll(/"(\/portal\/assets\/[^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const sizes = await Promise.all(
    paths.map(async (path) => ({ path, size: (await (await fetch(url + path)).arrayBuffer()).byteLength })),
  );
  const [largest] = sizes.sort((a, b) => b.size - a.size);
  if (!largest) throw new Error('The Portal is not built');
  return largest.path;
}

const ANSWER_MS = 500;
const CLOSED_MS = 30_000;

export function judgeUnread({ stalled, statuses, slowMs, closedMs }: UnreadFacts): string[] {
  return [
    ...(stalled > 0 ? [] : ['no response was cut off']),
    ...[...statuses].filter((status) => status !== 200).map((status) => `a redeem got ${status}`),
    ...(slowMs <= ANSWER_MS ? [] : [`1 of 100 redeems took ${Math.round(slowMs)} ms`]),
    ...(closedMs !== null && closedMs <= CLOSED_MS ? [] : ['sockets are still open']),
  ];
}
