import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { creatorAnalytics } from '../../daemon/features/analytics/creator-analytics.ts';
import { createReadDashboard } from '../../daemon/features/dashboard/read-dashboard.ts';
import { prepareRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { findOrMakeTerms, tiersContent } from '../../daemon/features/settings/terms-store.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { type DatabaseKind, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import {
  differences,
  type Operation,
  openPlayed,
  operationWith,
  type PlayedCampaign,
  playBatch,
} from './model-operations.ts';
import { createModel, type Model, type Move, sumOf } from './reference-model.ts';

// Each story covers some days of a campaign, with payout runs and amounts up to the maximum. The stories use each
// number of decimal places in ISO 4217, and mostly time zones whose offsets are not whole hours. All sums are compared
// with those of the model, as text.

const MOST = 999_999_999_999_999n;
const DIGITS = [0, 2, 3, 4];
const ZONES = [
  ...['Asia/Kathmandu', 'Australia/Lord_Howe', 'Asia/Tehran', 'Australia/Adelaide', 'Asia/Kolkata'],
  ...['Pacific/Chatham', 'America/St_Johns', 'Australia/Eucla', 'Europe/Berlin', 'UTC'],
];
/** Ordinary days, and days before the clocks change in Lord Howe and Adelaide, in Chatham, and in Berlin. */
const BEGINNINGS = ['2026-06-01', '2026-10-02', '2026-04-03', '2026-09-25', '2026-03-27', '2026-10-23'].map(Date.parse);
const MINUTE_MS = 60_000;

type Step = Operation | { kind: 'run' } | { kind: 'wait'; minutes: number };
export interface Story {
  steps: Step[];
  begin: number;
  zones: string[];
  /** Each tier's percentage in hundredths of a percent, and the revenue in minor units from which it applies. */
  tiers: { from: bigint; hundredths: bigint }[];
}

const amount = fc.oneof(
  fc.bigInt({ min: 1n, max: 500n }),
  fc.bigInt({ min: 1n, max: MOST }),
  fc.bigInt({ min: MOST - 3n, max: MOST }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: operationWith(amount) },
  { weight: 1, arbitrary: fc.constant({ kind: 'run' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 400 }) }),
  },
);
const story: fc.Arbitrary<Story> = fc.record({
  steps: fc.array(step, { minLength: 30, maxLength: 50 }),
  begin: fc.constantFrom(...BEGINNINGS),
  zones: fc.uniqueArray(fc.constantFrom(...ZONES), { minLength: 2, maxLength: 2 }),
  tiers: fc
    .uniqueArray(fc.bigInt({ min: 0n, max: MOST }), { minLength: 1, maxLength: 4 })
    .chain((steps) =>
      fc.tuple(
        ...steps
          .sort((a, b) => (a < b ? -1 : 1))
          .map((from) => fc.record({ from: fc.constant(from), hundredths: fc.bigInt(0n, 10_000n) })),
      ),
    ),
});

/** With more stories in one database, the sum of their payments could exceed the daemon's limit. */
const STORIES_A_DATABASE = 60;

/** Plays `stories` stories. Throws if a figure differs, and names the seed that replays the story. */
export async function playStories(kind: DatabaseKind, stories: number, seed = Date.now() % 2 ** 31) {
  for (let done = 0, round = 0; done < stories; done += STORIES_A_DATABASE, round += 1) {
    const digits = DIGITS[round % DIGITS.length] as number;
    const fresh = await testDatabase(kind, { isMigrated: true });
    const db = await openDatabase(fresh.url, { exclusive: true });
    db.keys.secretKey = secretKeyOf('the secret of a test');
    await seedOrganisation(db, NOW);
    await db.write(({ db: tx, t }) => tx.update(t.organisation).set({ currency_digits: digits }));
    let run = 0;
    const property = fc.asyncProperty(story, async (one) => {
      run += 1;
      const found = await playStory(db, one, `R${run}`, digits);
      if (found.length > 0) throw new Error(`With ${digits} decimal places:\n${found.join('\n')}`);
    });
    const numRuns = Math.min(STORIES_A_DATABASE, stories - done);
    await fc.assert(property, { seed: seed + round, numRuns, endOnFailure: true }).finally(() => db.close());
    // Dropping the database also runs `verify`.
    await fresh.drop();
  }
}

/** @returns every difference from the model */
export async function playStory(
  db: Database,
  { steps, begin, zones, tiers }: Story,
  name: string,
  digits: number,
  model = createModel(),
) {
  const played = await openPlayed(db, name, digits);
  await db.write(async (handle) => {
    const content = tiersContent(
      tiers.map(({ from, hundredths }) => ({
        min_revenue: Number(from) / 10 ** digits,
        percent: Number(hundredths) / 100,
      })),
    );
    const terms_id = await findOrMakeTerms(handle, 'tiers', content, NOW);
    const { campaigns } = handle.t;
    const far = Date.UTC(2030, 0);
    await handle.db
      .update(campaigns)
      .set({ starts_at: 0, ends_at: far, terms_id })
      .where(eq(campaigns.campaign_id, played.campaignId));
  });
  const books = createStatements(model, tiers);
  const found: string[] = [];
  let at = begin;
  for (const one of steps) {
    at += one.kind === 'wait' ? one.minutes * MINUTE_MS : 1;
    if (one.kind === 'wait') continue;
    if (one.kind === 'run') {
      const wish = { kind: 'manual', campaignId: played.campaignId, staffId: 1 } as const;
      found.push(...(await statementFaults(db, played, await prepareRun(db, wish, at), books.settle())));
    } else {
      const { results, expected } = await playBatch(db, played, [one], model, at);
      if (results.join() !== expected.join()) found.push(`${one.kind}: ${results} instead of ${expected}`);
    }
  }
  found.push(...(await differences(db, played, model)), ...(await analyticsFaults(db, played, model, books.soFar)));
  for (const zone of zones) found.push(...(await seriesFaults(db, played, model, { zone, begin, end: at + 1 })));
  return found;
}

const CREATORS: Record<string, string> = { ann: 'accrual 2', ben: 'accrual 3', ann2: 'accrual 4' };

interface Statement {
  revenue: bigint;
  refunds: bigint;
  commission: bigint;
  carried_in: bigint;
  payable: bigint;
  carried_out: bigint;
}

/** Computes statements as the contract says: commission so far minus earlier lines, with debts carried forward. */
function createStatements(model: Model, tiers: Story['tiers']) {
  const settled = new Map<string, { moves: number; commission: bigint; balance: bigint }>();
  const soFar = (revenue: bigint) => {
    const { hundredths } = tiers.findLast(({ from }) => from <= revenue) ?? { hundredths: 0n };
    return revenue <= 0n ? 0n : halfEven(revenue * hundredths);
  };
  return {
    soFar,
    settle() {
      const statements = new Map<string, Statement>();
      for (const [creator, of] of Object.entries(CREATORS)) {
        const moves = model.moves().filter((move) => move.of === of);
        const before = settled.get(creator) ?? { moves: 0, commission: 0n, balance: 0n };
        const own = moves.slice(before.moves);
        if (own.length === 0) continue;
        const commission = soFar(sumOf(moves, of)) - before.commission;
        const balance = commission + before.balance;
        const payable = balance > 0n ? balance : 0n;
        statements.set(creator, {
          revenue: sumOf(own, of),
          refunds: -sumOf(
            own.filter((move) => move.amount < 0n),
            of,
          ),
          ...{ commission, carried_in: before.balance, payable, carried_out: balance - payable },
        });
        const next = { moves: moves.length, commission: before.commission + commission, balance: balance - payable };
        settled.set(creator, next);
      }
      return statements;
    },
  };
}

/** Divides the product of an amount and hundredths of a percent by 10,000, and rounds half to even. */
function halfEven(product: bigint): bigint {
  const [whole, rest] = [product / 10_000n, product % 10_000n];
  return rest > 5000n || (rest === 5000n && whole % 2n === 1n) ? whole + 1n : whole;
}

async function statementFaults(db: Database, { own }: PlayedCampaign, runId: number, wanted: Map<string, Statement>) {
  const rows = await db.read(({ db: tx, t: { payout_statements: s } }) =>
    tx.select().from(s).where(eq(s.run_id, runId)),
  );
  const shown = (statement: Statement) =>
    [
      statement.revenue,
      statement.refunds,
      statement.commission,
      statement.carried_in,
      statement.payable,
      statement.carried_out,
    ].join(' ');
  const have = rows.map((row) => `${row.creator_id}: ${shown(row)}`).sort();
  const want = [...wanted].map(([creator, statement]) => `${own(creator)}: ${shown(statement)}`).sort();
  return have.join() === want.join() ? [] : [`run ${runId}: ${have} instead of ${want}`];
}

async function analyticsFaults(db: Database, played: PlayedCampaign, model: Model, soFar: (revenue: bigint) => bigint) {
  const found: string[] = [];
  for (const [creator, of] of Object.entries(CREATORS)) {
    const slice = { campaignId: played.campaignId, limit: undefined, offset: 0 };
    const [row] = await db.read((handle) => creatorAnalytics(handle, played.own(creator), slice));
    const revenue = sumOf(model.moves(), of);
    const want = [revenue, soFar(revenue)].map((sum) => decimalOf(sum, played.digits)).join(' ');
    const have = `${row?.total_revenue} ${row?.expected_payout}`;
    if (have !== want) found.push(`analytics of ${creator}: ${have} instead of ${want}`);
  }
  return found;
}

/** Returns a JSON number for minor units, by shifting the point. */
function decimalOf(minor: bigint, digits: number): string {
  if (digits === 0) return String(minor);
  const padded = String(minor).padStart(digits + 1, '0');
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`.replace(/\.?0+$/, '');
}

/** Compares the campaign's series with the model's sums for each day or hour, according to an independent calendar. */
async function seriesFaults(
  db: Database,
  played: PlayedCampaign,
  model: Model,
  span: { zone: string; begin: number; end: number },
) {
  const { zone, begin, end } = span;
  await db.write(({ db: tx, t }) => tx.update(t.organisation).set({ time_zone: zone }));
  const read = createReadDashboard(db);
  const { figures } = await read({ campaign_id: played.campaignId, from: begin, to: end }, end);
  const { step, series } = figures;
  const time = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const hour = step === 'hour' ? ({ hour: '2-digit', hourCycle: 'h23' } as const) : {};
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...time, ...hour });
  const sums = new Map<string, bigint>();
  const add = (at: number, amount: bigint) =>
    sums.set(calendar.format(at), (sums.get(calendar.format(at)) ?? 0n) + amount);
  const ofCampaign = (move: Move) => move.of === 'campaign';
  for (const move of model.moves().filter(ofCampaign)) add(move.at, move.amount);
  for (const { at, revenue } of series) add(Date.parse(at), -BigInt(revenue.amount.replace('.', '')));
  return [...sums].flatMap(([label, rest]) =>
    rest === 0n ? [] : [`${zone}, ${label}: ${rest} is missing from the series`],
  );
}
