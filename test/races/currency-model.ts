import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Chance, createChance } from '../../daemon/demo/chance.ts';
import { prepareRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { makeCreators } from '../support/database/earnings.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { done, iso } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { COMMISSION_PERCENT, NOW } from '../support/world/defaults.ts';

// Players pay in twelve currencies while rates change and wrong ones are corrected. The model computes with exact
// fractions, and shares no code with the daemon. A history is the payments and refunds of one player.

/** The organisation's currency is not among them, because payments in it are not converted. */
const FOREIGN: Record<string, number> = {
  ...{ JPY: 0, KRW: 0, CLP: 0 },
  ...{ EUR: 2, GBP: 2, SEK: 2, TRY: 2, BRL: 2, INR: 2 },
  ...{ KWD: 3, BHD: 3, TND: 3 },
};
const OWN = 'USD';
const DAY_MS = 86_400_000;
const DAYS = [0, 1, 2, 3];
const STEPS = 8;
const DIGITS = [2, 0, 3, 4];
/** The number of histories that share their rates. */
const HISTORIES_A_WORLD = 50;
/** With more histories in one database, the sum of their payments could exceed the daemon's limit. */
const HISTORIES_A_DATABASE = 1000;

/** The rate of a currency from a day on. A correction changes `now`, which then also applies to earlier payments. */
interface Slot {
  currency: string;
  day: number;
  rateId: number;
  now: string;
}

interface Sale {
  user: string;
  transaction: string;
  currency: string;
  minor: bigint;
  slot: Slot | null;
  /** The rate at the time when the daemon received the payment. */
  rate: string;
  refunded: bigint;
  /** Whether the payment itself has been sent; a refund can be sent earlier. */
  isSent: boolean;
}

interface World {
  daemon: TestDaemon;
  digits: number;
  /** The rates of all worlds in the same database, in the order in which they were added. */
  slots: Slot[];
  sales: Sale[];
  /** The amount of each payment and refund in the organisation's minor units, by transaction. */
  amounts: Map<string, bigint>;
}

/** Plays histories on new databases, up to 1,000 on each. @returns every difference from the model */
export async function playHistories(kind: DatabaseKind, histories: number, seed: number): Promise<string[]> {
  const found: string[] = [];
  for (let played = 0, world = 0, database = 0; played < histories; database += 1) {
    const digits = DIGITS[database % DIGITS.length] ?? 2;
    const clock = { now: NOW + DAYS.length * DAY_MS };
    const daemon = await startTestDaemon({ database: kind, clock: () => clock.now });
    await daemon.db.write(({ db, t }) => db.update(t.organisation).set({ currency_digits: digits }));
    const slots: Slot[] = [];
    for (let room = HISTORIES_A_DATABASE; room > 0 && played < histories; room -= HISTORIES_A_WORLD) {
      const players = Math.min(HISTORIES_A_WORLD, histories - played);
      const faults = await playWorld({ daemon, digits, slots, sales: [], amounts: new Map() }, players, seed + world);
      found.push(...faults.map((fault) => `seed ${seed + world}, ${digits} decimal places: ${fault}`));
      played += players;
      world += 1;
      clock.now += 1;
    }
    // Also runs `verify`.
    await daemon.close();
  }
  return found;
}

async function playWorld(world: World, players: number, seed: number) {
  const chance = createChance(seed);
  const { daemon, sales } = world;
  const made = await makeCreators(daemon.db, players, { to: NOW + DAYS.length * DAY_MS });
  const users = made.creators.map(({ user }) => user);
  const faults: string[] = [];
  for (const currency of Object.keys(FOREIGN)) await addRate(world, { currency, day: 0, rate: anyRate(chance) });
  for (let step = 0; step < STEPS; step += 1) {
    const events = users.map((user) => nextEvent(world, user, chance));
    done(await daemon.server.call('gameEvent', { body: { events } }));
    const before = chance.next() < 0.2 ? await storedBytes(world) : null;
    const rate = { currency: chance.pick(Object.keys(FOREIGN)), day: chance.pick(DAYS), rate: anyRate(chance) };
    await addRate(world, rate);
    if (before !== null && before !== (await storedBytes(world))) faults.push(`a new rate changed stored rows`);
    if (chance.next() < 0.4) await correct(world, chance.pick(world.slots), anyRate(chance));
    if (chance.next() < 0.2) await settle(world, made.campaignId);
  }
  await settle(world, made.campaignId);
  const earned = made.creators.map(({ creatorId, user }) => {
    const revenue = sales.filter((sale) => sale.user === user).reduce((sum, sale) => sum + counted(sale, world), 0n);
    return [creatorId, revenue] as const;
  });
  return [...faults, ...(await amountFaults(world, users)), ...(await statementFaults(world, made.campaignId, earned))];
}

function nextEvent(world: World, user: string, chance: Chance) {
  const sales = world.sales.filter((sale) => sale.user === user);
  const late = sales.find(({ isSent }) => !isSent);
  if (late && chance.next() < 0.5) return eventOf(world, late, chance);
  const open = sales.filter(({ isSent, minor, refunded }) => isSent && minor > refunded);
  if (open.length > 0 && chance.next() < 0.55) {
    const sale = chance.pick(open);
    const left = sale.minor - sale.refunded;
    return refundOf(world, sale, chance.next() < 0.4 ? left : (left * BigInt(chance.whole(0, 9))) / 10n + 1n, chance);
  }
  const next: Sale = {
    ...{ user, transaction: `${user} ${world.sales.length}` },
    currency: chance.next() < 0.15 ? OWN : chance.pick(Object.keys(FOREIGN)),
    minor: BigInt(Math.round(10 ** (chance.next() * 6))),
    ...{ slot: null, rate: '1', refunded: 0n, isSent: false },
  };
  world.sales.push(next);
  // A refund can arrive before its payment, and it can be larger.
  return chance.next() < 0.9
    ? eventOf(world, next, chance)
    : refundOf(world, next, (next.minor * BigInt(chance.whole(1, 12))) / 10n + 1n, chance);
}

function eventOf(world: World, sale: Sale, chance: Chance) {
  const day = chance.pick(DAYS);
  Object.assign(sale, { ...rateOn(world, sale.currency, day), isSent: true });
  const { transaction, minor, currency, rate } = sale;
  world.amounts.set(transaction, converted(minor, { currency, rate }, world));
  return event(world, sale, minor, day, { transaction_id: transaction });
}

function refundOf(world: World, sale: Sale, minor: bigint, chance: Chance) {
  const day = chance.pick(DAYS);
  const { transaction, currency, refunded, isSent } = sale;
  const { rate } = isSent ? sale : rateOn(world, currency, day);
  const id = `${transaction} refund ${refunded}`;
  const at = (sum: bigint) => converted(sum, { currency, rate }, world);
  world.amounts.set(id, isSent ? at(refunded) - at(refunded + minor) : -at(minor));
  sale.refunded += minor;
  return event(world, sale, -minor, day, { transaction_id: id, refund_of: transaction });
}

function event(world: World, { user, currency }: Sale, minor: bigint, day: number, change: object) {
  const amount = Number(minor) / 10 ** digitsOf(currency, world);
  return paymentEvent(user, amount, NOW + day * DAY_MS + 1000, { currency, ...change });
}

const digitsOf = (currency: string, { digits }: World) => FOREIGN[currency] ?? digits;

/** Returns the newest rate from the latest day that is not after the given one. */
function rateOn({ slots }: World, currency: string, day: number) {
  const valid = slots.filter((slot) => slot.currency === currency && slot.day <= day);
  const latest = Math.max(...valid.map((slot) => slot.day));
  const slot = valid.findLast((one) => one.day === latest) ?? null;
  return { slot, rate: slot?.now ?? '1' };
}

/** Multiplies minor units by the rate, and rounds the result once, half to even. */
function converted(minor: bigint, { currency, rate }: { currency: string; rate: string }, world: World): bigint {
  const [whole = '', part = ''] = rate.split('.');
  const numerator = minor * BigInt(whole + part) * 10n ** BigInt(world.digits);
  return rounded(numerator, 10n ** BigInt(part.length + digitsOf(currency, world)));
}

function rounded(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const [whole, rest] = [(numerator * sign) / denominator, (numerator * sign) % denominator];
  const isUp = 2n * rest > denominator || (2n * rest === denominator && whole % 2n === 1n);
  return sign * (isUp ? whole + 1n : whole);
}

/** Returns the amount of a sale that counts for its creator, at the rate's latest correction. */
function counted(sale: Sale, world: World): bigint {
  const { minor, refunded, currency, slot, isSent } = sale;
  if (!isSent || refunded >= minor) return 0n;
  const at = { currency, rate: slot?.now ?? '1' };
  return converted(minor, at, world) - converted(refunded, at, world);
}

/** Returns a rate with up to 12 significant digits, from about 0.00001 to 100. */
function anyRate(chance: Chance): string {
  const digits = String(chance.whole(1, 10 ** chance.whole(1, 12) - 1));
  const places = digits.length + chance.whole(-2, 4);
  if (places <= 0) return digits;
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, '');
}

async function addRate(
  { daemon, slots }: World,
  { currency, day, rate }: { currency: string; day: number; rate: string },
) {
  const body = { currency, valid_from: iso(NOW + day * DAY_MS).slice(0, 10), rate };
  const { rate_id: rateId } = done(await daemon.owner.call('createExchangeRate', { body }));
  slots.push({ currency, day, rateId, now: rate });
}

async function correct({ daemon }: World, slot: Slot, rate: string) {
  if (slot.now === rate) return;
  const request = { params: { rate_id: slot.rateId }, body: { rate, reason: 'A typing error.' } };
  const { correction } = done(await daemon.owner.call('correctExchangeRate', request));
  await daemon.runDueJobs();
  Object.assign(slot, { now: rate, rateId: correction?.new_rate_id });
}

const settle = ({ daemon }: World, campaignId: number) =>
  prepareRun(daemon.db, { kind: 'manual', campaignId, staffId: 1 }, NOW + DAYS.length * DAY_MS);

async function storedBytes({ daemon, sales }: World): Promise<string> {
  const users = [...new Set(sales.map(({ user }) => user))];
  const rows = await daemon.db.read(async ({ db, t: { payments: p, accruals: a } }) => [
    await db.select().from(p).where(inArray(p.user_id, users)).orderBy(asc(p.payment_id)),
    await db
      .select({ accrual: a })
      .from(a)
      .innerJoin(p, eq(p.payment_id, a.payment_id))
      .where(inArray(p.user_id, users))
      .orderBy(asc(a.accrual_id)),
  ]);
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

async function amountFaults({ daemon, amounts }: World, users: readonly string[]) {
  const rows = await daemon.db.read(({ db, t: { payments: p } }) =>
    db
      .select({ transaction: p.transaction_id, amount: p.amount })
      .from(p)
      .where(inArray(p.user_id, [...users])),
  );
  const stored = new Map(rows.map(({ transaction, amount }) => [transaction ?? '', amount]));
  const missing = [...amounts.keys()].filter((transaction) => !stored.has(transaction));
  return [
    ...missing.map((transaction) => `${transaction} is not stored`),
    ...[...stored].flatMap(([transaction, amount]) =>
      amount === amounts.get(transaction) ? [] : [`${transaction}: ${amount} instead of ${amounts.get(transaction)}`],
    ),
  ];
}

/** Compares the sums that all runs together settled for each creator with the model. */
async function statementFaults({ daemon }: World, campaignId: number, earned: readonly (readonly [string, bigint])[]) {
  const rows = await daemon.db.read(({ db, t: { payout_statements: s, payout_runs: r } }) =>
    db
      .select({ creator: s.creator_id, revenue: s.revenue, commission: s.commission })
      .from(s)
      .innerJoin(r, and(eq(r.run_id, s.run_id), eq(r.campaign_id, campaignId))),
  );
  return earned.flatMap(([creatorId, revenue]) => {
    const own = rows.filter(({ creator }) => creator === creatorId);
    const sum = (of: 'revenue' | 'commission') => own.reduce((total, row) => total + row[of], 0n);
    const want = `${revenue} and ${rounded(revenue * BigInt(COMMISSION_PERCENT), 100n)}`;
    const have = `${sum('revenue')} and ${sum('commission')}`;
    return have === want ? [] : [`${creatorId}: ${have} instead of ${want}`];
  });
}
