import { randomUUID } from 'node:crypto';
import { normalizeCode } from '../contract/code-values.ts';
import type { Database } from '../db/database.ts';
import { checkSdkEvents } from '../domain/events/check-event.ts';
import type { RateBook } from '../domain/exchange-rates.ts';
import type { RedeemItem } from '../domain/redeem/redeem-batch.ts';
import { parsePayments } from '../features/payments/parse-payments.ts';
import { createHotStore } from '../hot/create-hot-store.ts';
import type { HotStore } from '../hot/hot-store.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import { recentDateOf } from '../lib/days.ts';
import { createAgenda } from './agenda.ts';
import { buildWorld, type World } from './build-world.ts';
import { ZONE } from './catalogue.ts';
import { createChance } from './chance.ts';
import { deliverAll, planGivingUp } from './deliver.ts';
import { createLeakPlayers, type Leak, planLeaks } from './leaks.ts';
import { MOVED, planPaydays, runDaily } from './payday.ts';
import { planComments } from './plan-comments.ts';
import { planRates } from './plan-rates.ts';
import { createPlayers, type Play } from './play.ts';
import { paymentOf, sdkEventOf } from './wire.ts';

const YEAR_DAYS = 364;
/** The last two weeks are written hour by hour, earlier times in larger steps. */
const FINE_HOURS = 14 * 24;
const COARSE_STEP = 4;
/** How many days before now a code leaks. */
const LEAK_DAYS = [1, 2, 4, 5];

interface Extent {
  days?: number;
  /** Instants on the days on which a code leaks. */
  leakDays?: readonly number[];
}

/**
 * Writes a year through the same hot statements that a daemon uses, each row at its own time, so that every counter and
 * series has its real value.
 */
export async function fillYear(
  db: Database,
  now: number,
  seed: number,
  onProgress: (part: number) => void = () => {},
  { days = YEAR_DAYS, leakDays = LEAK_DAYS.map((before) => now - before * DAY_MS) }: Extent = {},
): Promise<Leak[]> {
  const chance = createChance(seed);
  const agenda = createAgenda();
  const world = await buildWorld(db, agenda, now, chance);
  const rates = planRates(db, agenda, world, now, chance);
  planPaydays(db, agenda, world, now);
  planComments(db, agenda, world.people, { now, creatorId: MOVED[0] });
  planGivingUp(db, agenda, world.abandonedId, now);
  const leaks = planLeaks({ db, agenda, staffId: world.ownerId, chance }, world.codes, leakDays);
  const players = createPlayers(world.codes, chance);
  const leakPlayers = createLeakPlayers(leaks, chance);
  const begin = now - days * DAY_MS;
  const hot = createHotStore(db);
  for (let at = begin; at < now; ) {
    const hours = now - at > FINE_HOURS * HOUR_MS ? COARSE_STEP : 1;
    await agenda.upTo(at);
    const books = { world, rates: await rates.fresh() };
    await write(hot, books, players.play(at, hours, now), at);
    await write(hot, books, leakPlayers(at, hours), at);
    at += hours * HOUR_MS;
    onProgress(Math.min(1, (at - begin) / (now - begin)));
  }
  await agenda.upTo(now);
  await runDaily(db, now);
  await deliverAll(db, now);
  return leaks;
}

const dayOf = (instant: number) => recentDateOf(instant, ZONE);

async function write(
  hot: HotStore,
  { world, rates }: { world: World; rates: RateBook },
  { redeems, payments, events }: Play,
  at: number,
) {
  const keyId = world.serverKeyId;
  const claims = redeems.map(
    ({ userId, code }): RedeemItem => ({
      mode: 'redeem',
      userId,
      typed: code,
      norm: normalizeCode(code),
      keyId,
      familyId: keyId,
      gameId: '',
      requestId: 'demo',
      traceparent: null,
    }),
  );
  if (claims.length > 0) await hot.redeem(claims, at);
  if (payments.length > 0) {
    const rules = { currency: 'EUR', digits: 2, requireCurrency: true, rates, dayOf, now: at };
    const body = { events: payments.map((payment) => paymentOf(payment, at)) };
    const request = parsePayments(body, { familyId: keyId }, rules);
    await hot.pay([request], at);
  }
  const { items } = checkSdkEvents(
    events.map((event) => sdkEventOf(event, randomUUID(), at)),
    at,
  );
  if (items.length > 0) await hot.ingest(items, at);
}
