import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SilentProxy } from '../support/faults/silent-proxy.ts';
import { addCode, campaignBody, runningCampaign } from '../support/http/campaigns.ts';
import { apiKey, bearer, type TestClient, testClient } from '../support/http/test-client.ts';
import { OWNER, type SpawnedDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Postgres stops responding under load. `fallSilent` records what happens, and `judgeOutage` lists the faults in this
// record.

export interface OutageFacts {
  /** Responses to requests that began and ended during the outage. */
  answers: { what: string; status: number; ms: number }[];
  /** Time from the end of the outage until every kind of request succeeded. */
  recoveredMs: number;
  /** The daemon's memory early and late in the outage; null if the daemon does not run in its own process. */
  memory: { early: number; late: number } | null;
}

export interface Asked {
  url: string;
  serverKey: string;
  ownerToken: string;
  process?: SpawnedDaemon['process'];
}

const ANSWER_MS = 2000;
/** The daemon recovers within two seconds, but requests with many queries are slow on a busy machine. */
const RECOVER_MS = 15_000;
const GROWTH_BYTES = 64 * 2 ** 20;
const EACH_KIND_AT_ONCE = 2;
const PAUSE_MS = 50;
/** An address can cause 100 password hashes a minute; later sign-ins get 429. */
const SIGN_IN_PAUSE_MS = 1500;

type Wish = [what: string, ask: (client: TestClient) => Promise<{ status: number }>];

let serial = 0;
const next = () => ++serial;
const event = () => ({
  event_type: 'payment',
  created_at: '2026-06-01T00:00:00Z',
  game_id: 'game',
  transaction_id: `t${next()}`,
  event: { user_id: 'payer', amount: 1 },
});
const OF_GAMES: Wish[] = [
  ['redeem', (game) => game.call('redeem', { body: { user_id: `user-${next()}`, code: 'OPEN' } })],
  ['validate', (game) => game.call('validate', { body: { user_id: 'ann', code: 'OPEN' } })],
  ['pay', (game) => game.call('gameEvent', { body: { events: [event()] } })],
  ['analytics', (game) => game.call('analytics', { query: { creator_id: '0' } })],
];
const OF_STAFF: Wish[] = [
  ['list', (staff) => staff.call('listCampaigns')],
  ['change', (staff) => staff.call('createCampaign', { body: campaignBody() })],
  ['dashboard', (staff) => staff.call('dashboard')],
];
const OPEN_TO_ALL: Wish[] = [
  ['ready', (client) => client.send('GET', '/readyz')],
  ['sign in', (client) => client.call('signIn', { body: OWNER })],
];

/** Creates a code that every player can redeem. */
export async function prepareOutage(daemon: TestDaemon): Promise<void> {
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
}

/** Sends requests of every kind before, during and after a time in which Postgres does not respond. */
export async function fallSilent(asked: Asked, proxy: SilentProxy, silentMs: number): Promise<OutageFacts> {
  const facts: OutageFacts = { answers: [], recoveredMs: Number.POSITIVE_INFINITY, memory: null };
  const wishes = wishesOf(asked);
  let silent = false;
  let over = false;
  const askers = wishes.flatMap((wish) =>
    Array.from({ length: EACH_KIND_AT_ONCE }, async () => {
      while (!over) {
        const isInside = silent;
        const answer = await wish();
        // Other requests may have reached Postgres before or after the silence.
        if (isInside && silent) facts.answers.push(answer);
        await sleep(answer.what === 'sign in' ? SIGN_IN_PAUSE_MS : PAUSE_MS);
      }
    }),
  );
  await sleep(500);
  proxy.silence();
  silent = true;
  await sleep(silentMs / 3);
  const early = memoryOf(asked);
  await sleep((silentMs * 2) / 3);
  const late = memoryOf(asked);
  silent = false;
  proxy.speak();
  const from = performance.now();
  const recovered = await Promise.all(wishes.map((wish) => untilWell(wish, from)));
  over = true;
  await Promise.all(askers);
  return { ...facts, recoveredMs: Math.max(...recovered), memory: early && late ? { early, late } : null };
}

/** @returns the time of the first successful request after the end of the outage */
async function untilWell(wish: () => Promise<{ status: number }>, from: number): Promise<number> {
  for (;;) {
    const askedAt = performance.now() - from;
    if (askedAt > 3 * RECOVER_MS || (await wish()).status < 300) return askedAt;
    await sleep(PAUSE_MS);
  }
}

function wishesOf({ url, serverKey, ownerToken }: Asked) {
  const of = (wishes: Wish[], credentials: Record<string, string>) =>
    wishes.map(([what, ask]) => async () => {
      const from = performance.now();
      const { status } = await ask(testClient(url, credentials));
      return { what, status, ms: performance.now() - from };
    });
  return [...of(OF_GAMES, apiKey(serverKey)), ...of(OF_STAFF, bearer(ownerToken)), ...of(OPEN_TO_ALL, {})];
}

function memoryOf({ process: child }: Asked): number | null {
  if (!child) return null;
  const [, pages] = readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ');
  return Number(pages) * 4096;
}

export function judgeOutage({ answers, recoveredMs, memory }: OutageFacts): string[] {
  const kinds = [...OF_GAMES, ...OF_STAFF, ...OPEN_TO_ALL].map(([what]) => what);
  return [
    ...kinds.flatMap((kind) => {
      const own = answers.filter(({ what }) => what === kind);
      const slowest = Math.max(0, ...own.map(({ ms }) => ms));
      const others = own.filter(({ status }) => status !== 503).length;
      return [
        ...(own.length === 0 ? [`${kind}: no response during the outage`] : []),
        ...(others > 0 ? [`${kind}: responses other than 503: ${others}`] : []),
        ...(slowest > ANSWER_MS ? [`${kind}: response after ${Math.round(slowest)} ms`] : []),
      ];
    }),
    ...(recoveredMs <= RECOVER_MS ? [] : [`recovered after ${Math.round(recoveredMs)} ms`]),
    ...(memory && memory.late - memory.early > GROWTH_BYTES
      ? [`memory grew by ${Math.round((memory.late - memory.early) / 2 ** 20)} MiB`]
      : []),
  ];
}
