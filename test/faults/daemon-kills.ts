import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { timesOf } from '../../build/processes.mjs';
import { openDatabase } from '../../daemon/db/open.ts';
import { isLong } from '../support/amounts.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { apiKey, testClient } from '../support/http/test-client.ts';
import { type SpawnedDaemon, spawnDaemon, startTestDaemon, type TestDatabase } from '../support/world/daemon.ts';

// The race returns facts, and the judge finds the faults in them.

const WORKERS = 16;
/** This limit is reached during the race, so that some redeems are refused. */
export const LIMIT = 50;
/** A daemon is killed after one to four times this many responses; a kill before the first would show nothing. */
const ANSWERS = 5 * WORKERS;

export interface Wish {
  kind: 'claim' | 'payment';
  /** The user ID of a claim or the transaction ID of a payment; each is requested once. */
  name: string;
  code: string;
}

export interface KillFacts {
  acknowledged: Wish[];
  refused: Wish[];
  /** Responses that are neither acknowledgements nor refusals. */
  strange: string[];
  /** What is stored: the user and code of each claim, and the transaction ID of each payment. */
  claims: { user: string; code: string }[];
  payments: string[];
  /**
   * The duration of the first start, and of each start after a kill, until the daemon was ready. The long run measures
   * time; the other runs share the machine with other tests, so they measure processor time.
   */
  startsMs: number[];
}

export const noFacts = (): KillFacts => ({
  ...{ acknowledged: [], refused: [], strange: [] },
  ...{ claims: [], payments: [], startsMs: [] },
});

/** Creates a code without a limit and one with a limit. @returns a server key */
export async function prepare({ url }: TestDatabase): Promise<string> {
  const daemon = await startTestDaemon({ databaseUrl: url });
  const campaignId = await runningCampaign(daemon);
  await addCode(daemon, campaignId, 'OPEN');
  await addCode(daemon, campaignId, 'LIMITED', { usage_limit: LIMIT });
  await daemon.close();
  return daemon.serverKey;
}

/** Kills the daemon `kills` times under load. Unanswered requests are repeated once, after the next start. */
export async function killUnderLoad(storage: TestDatabase, key: string, kills: number): Promise<KillFacts> {
  const facts = noFacts();
  let unknown: Wish[] = [];
  for (let kill = 0; kill <= kills; kill += 1) {
    const daemon = await startTimed(storage.url, facts);
    await Promise.all(unknown.map(async (wish) => note(facts, wish, await ask(daemon.url, key, wish))));
    unknown = [];
    if (kill === kills) await daemon.end('SIGTERM');
    else {
      const workers = Array.from({ length: WORKERS }, (_, n) => hammer(daemon.url, key, `k${kill}-w${n}`, facts));
      await answers(facts, randomInt(ANSWERS, 4 * ANSWERS));
      await daemon.end('SIGKILL');
      unknown = await Promise.all(workers);
    }
  }
  return await withStored(storage.url, facts);
}

async function answers({ acknowledged, refused, strange }: KillFacts, count: number) {
  const sum = () => acknowledged.length + refused.length + strange.length;
  for (const before = sum(); sum() < before + count; ) await sleep(5);
}

async function startTimed(url: string, facts: KillFacts): Promise<SpawnedDaemon> {
  const startedAt = performance.now();
  const daemon = await spawnDaemon(url);
  while ((await fetch(`${daemon.url}/readyz`)).status !== 200) await sleep(10);
  const used = isLong ? null : timesOf(daemon.process.pid ?? 0);
  facts.startsMs.push(used === null ? performance.now() - startedAt : used.seconds * 1000);
  return daemon;
}

/** Sends one request after another until the daemon is gone. @returns the unanswered request */
async function hammer(url: string, key: string, worker: string, facts: KillFacts): Promise<Wish> {
  for (let n = 0; ; n += 1) {
    const wish: Wish = {
      kind: n % 2 === 0 ? 'claim' : 'payment',
      name: `${worker}-${n}`,
      code: n % 4 === 0 ? 'OPEN' : 'LIMITED',
    };
    const answer = await ask(url, key, wish).catch(() => null);
    if (answer === null) return wish;
    note(facts, wish, answer);
  }
}

interface Told {
  status: number;
  code?: string;
}

/** Sends a request with its name as its Idempotency-Key, so that it can be repeated. */
export async function ask(url: string, key: string, { kind, name, code }: Wish): Promise<Told> {
  const client = testClient(url, { ...apiKey(key), 'Idempotency-Key': name });
  const event = {
    event_type: 'payment',
    created_at: '2026-06-01T00:00:00Z',
    game_id: 'game',
    transaction_id: name,
    event: { user_id: name, amount: 1 },
  };
  const { status, body } =
    kind === 'claim'
      ? await client.call('redeem', { body: { user_id: name, code } })
      : await client.call('gameEvent', { body: { id: name, events: [event] } });
  return { ...body, status };
}

export function note(facts: KillFacts, wish: Wish, { status, code }: Told) {
  if (status === 200) facts.acknowledged.push(wish);
  else if (code === 'limit_reached') facts.refused.push(wish);
  else facts.strange.push(`${wish.kind} ${wish.name}: ${status} ${code}`);
}

export async function withStored(url: string, facts: KillFacts): Promise<KillFacts> {
  const db = await openDatabase(url, { exclusive: true });
  const stored = await db.read(async ({ db: reader, t }) => ({
    claims: await reader.select({ user: t.claims.user_id, code: t.claims.code_id }).from(t.claims),
    codes: await reader.select({ id: t.codes.code_id, code: t.codes.code }).from(t.codes),
    payments: await reader.select({ id: t.payments.transaction_id }).from(t.payments),
  }));
  await db.close();
  const codes = new Map(stored.codes.map(({ id, code }) => [id, code]));
  return {
    ...facts,
    claims: stored.claims.map(({ user, code }) => ({ user, code: codes.get(code) ?? '' })),
    payments: stored.payments.map(({ id }) => id ?? ''),
  };
}

const READY_MS = 2000;
/** On a busy machine, even the first start is slow. Later starts may take at most this many times as long. */
const OF_FIRST_START = 3;

export function judgeKills({ acknowledged, refused, strange, claims, payments, startsMs }: KillFacts): string[] {
  const users = new Set(claims.map(({ user }) => user));
  const paid = new Set(payments);
  const isStored = ({ kind, name }: Wish) => (kind === 'claim' ? users : paid).has(name);
  const lost = (kind: Wish['kind']) => acknowledged.filter((wish) => wish.kind === kind && !isStored(wish)).length;
  const told = acknowledged.length - lost('claim') - lost('payment');
  const kept = refused.filter(isStored).length;
  const limited = claims.filter(({ code }) => code === 'LIMITED').length;
  const [first = 0, ...again] = startsMs;
  const slow = again.filter((ms) => ms > Math.max(READY_MS, first * OF_FIRST_START)).map(Math.round);
  return [
    ...(lost('claim') > 0 ? [`acknowledged claims lost: ${lost('claim')}`] : []),
    ...(lost('payment') > 0 ? [`acknowledged payments lost: ${lost('payment')}`] : []),
    ...(claims.length + payments.length > told
      ? [`${claims.length + payments.length - told} stored but not acknowledged`]
      : []),
    ...(kept > 0 ? [`${kept} refused and stored`] : []),
    ...(limited > LIMIT ? [`${limited} claims with a limit of ${LIMIT}`] : []),
    ...(slow.length > 0 ? [`ready after ${slow} ms`] : []),
    ...strange,
  ];
}
