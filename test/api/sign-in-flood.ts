import { expect } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { plainStaff } from '../support/http/staff.ts';
import { testClient } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';

const MOST_HASHED = 100;
const SLOWEST_REDEEM_MS = 500;

export interface Flood {
  /** The number of simultaneous sign-ins. */
  tries: number;
  /** The number of client addresses from which the sign-ins come. */
  addresses: number;
}

interface Kinds<T> {
  known: T;
  unknown: T;
}
export interface FloodResult {
  /** The number of passwords that were checked, for each client address. */
  hashed: number[];
  statuses: Kinds<Record<number, number>>;
  redeems: number[];
  redeemP99: number;
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
const sortedUp = (values: readonly number[]) => [...values].sort((a, b) => a - b);
export const median = (values: readonly number[]) => at(sortedUp(values), 0.5);

const emailsOf = async (daemon: TestDaemon, count: number) => ({
  known: await plainStaff(daemon.db, count),
  unknown: Array.from({ length: count }, (_, n) => `unknown-${n}@example.test`),
});

const asking = (daemon: TestDaemon, ip: string) => testClient(daemon.url, { 'X-Forwarded-For': ip });
const guess = async (daemon: TestDaemon, ip: string, email: string) =>
  asking(daemon, ip).call('signIn', { body: { email, password: 'a wrong password' } });

/** Sends sign-ins at once, half of them for unknown addresses, while a player redeems. */
export async function floodSignIns(daemon: TestDaemon, { tries, addresses }: Flood): Promise<FloodResult> {
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  const emails = await emailsOf(daemon, tries / 8);
  const hashed = Array<number>(addresses).fill(0);
  const statuses: FloodResult['statuses'] = { known: {}, unknown: {} };
  const one = async (n: number) => {
    const kind = n % 2 === 0 ? 'known' : 'unknown';
    const turn = Math.floor(n / 2);
    const address = turn % addresses;
    const { status } = await guess(
      daemon,
      `192.0.2.${address + 1}`,
      emails[kind][turn % emails[kind].length] as string,
    );
    statuses[kind][status] = (statuses[kind][status] ?? 0) + 1;
    if (status === 401) hashed[address] = (hashed[address] ?? 0) + 1;
  };
  const flood = Promise.all(Array.from({ length: tries }, (_, n) => one(n)));
  const redeems = await redeemUntil(daemon, flood);
  return { hashed, statuses, redeems, redeemP99: at(sortedUp(redeems), 0.99) };
}

async function redeemUntil(daemon: TestDaemon, end: Promise<unknown>): Promise<number[]> {
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  const took: number[] = [];
  for (let n = 0; !isOver; n += 1) {
    const startedAt = performance.now();
    const { status } = await daemon.server.call('redeem', { body: { user_id: `u${n}`, code: 'OPEN' } });
    took.push(performance.now() - startedAt);
    expect(status).toBe(200);
    await new Promise((go) => setTimeout(go, 5));
  }
  await over;
  return took;
}

/** Throws if too many passwords were hashed, if redeems waited, or if an answer reveals that an account exists. */
export function judgeFlood({ hashed, statuses: { known, unknown }, redeemP99 }: FloodResult): void {
  for (const count of hashed) expect(count, 'hashed for one address').toBeLessThanOrEqual(MOST_HASHED);
  expect(redeemP99, 'p99 of redeem in ms').toBeLessThan(SLOWEST_REDEEM_MS);
  const all = Object.values(known).reduce((sum, count) => sum + count, 0);
  // Simultaneous requests arrive in any order, so the last ones below a limit can be of either kind.
  for (const status of new Set([...Object.keys(known), ...Object.keys(unknown)].map(Number)))
    expect(Math.abs((known[status] ?? 0) - (unknown[status] ?? 0)), `answers with ${status}`).toBeLessThan(all * 0.05);
}

/** Measures the response times of both kinds in turn, so that other load slows both alike. */
export async function timesOf(daemon: TestDaemon, rounds: number, network: string): Promise<Kinds<number[]>> {
  const emails = await emailsOf(daemon, rounds);
  const times: Kinds<number[]> = { known: [], unknown: [] };
  for (let n = 0; n < rounds; n += 1) {
    for (const kind of n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const startedAt = performance.now();
      const { status } = await guess(daemon, `${network}.${1 + (n % 20)}`, emails[kind][n] as string);
      times[kind].push(performance.now() - startedAt);
      expect(status).toBe(401);
    }
  }
  return times;
}

/** Throws if one kind of address gets its response sooner than the other. */
export function judgeTimes({ known, unknown }: Kinds<number[]>): void {
  const ratio = median(known) / median(unknown);
  expect(ratio, 'ratio of the time for a known address to that for an unknown one').toBeGreaterThan(0.8);
  expect(ratio, 'ratio of the time for a known address to that for an unknown one').toBeLessThan(1.25);
}
