import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { LeakSignKind } from '../db/tables/words.ts';
import { createCode } from '../features/codes/change-code.ts';
import { DAY_MS, HOUR_MS } from '../lib/clock.ts';
import { startOfDay } from '../lib/days.ts';
import type { Agenda } from './agenda.ts';
import { ZONE } from './catalogue.ts';
import type { Chance } from './chance.ts';
import { type LiveCode, type Payment, type Play, sessionOf } from './play.ts';

/** A code that leaks or is abused on a day. */
export interface Leak {
  kind: LeakSignKind;
  code: LiveCode;
  /** The start of the day in the demo's time zone. */
  day: number;
}

interface Plan {
  db: Database;
  agenda: Agenda;
  staffId: number;
  chance: Chance;
}

/** The hours of the day in which players use the code. */
const HOURS = { from: 9, to: 21 };
const SIZES = { burst: [250, 400], no_landings: [60, 120], shared: [8, 40], refunds: [6, 15] } as const;
/** Players whose payments are refunded redeem the code this many days before the refunds. */
const PAID_BEFORE = 3;

/** Plans a leak on each of these days: of a code in use for over 30 days or, for `shared`, of a new single-use code. */
export function planLeaks(plan: Plan, codes: readonly LiveCode[], days: readonly number[]): Leak[] {
  const kinds: LeakSignKind[] = ['burst', 'shared', 'no_landings', 'refunds'];
  return days.flatMap((instant, at) => {
    const day = startOfDay(instant, ZONE);
    const kind = kinds[at % kinds.length] ?? 'burst';
    const open = codes.filter(({ from, to }) => from < day - 30 * DAY_MS && day + DAY_MS < to);
    if (open.length === 0) return [];
    const leak = { kind, code: plan.chance.pickFamous(open), day };
    return [kind === 'shared' ? { ...leak, code: planOneUse(plan, leak) } : leak];
  });
}

/** Plans the single-use code that support gives to a player on the day before it leaks. */
function planOneUse({ db, agenda, staffId }: Plan, { code, day }: Leak): LiveCode {
  const at = day - 6 * HOUR_MS;
  const value = `SORRY-${randomUUID().slice(0, 6).toUpperCase()}`;
  agenda.plan(at, async () => {
    const [row] = await db.read(({ db, t }) =>
      db.select({ id: t.codes.campaign_id }).from(t.codes).where(eq(t.codes.code, code.code)),
    );
    const fields = {
      ...{ code: value, name: 'Compensation from support', root_url: 'https://skyhold.example/redeem' },
      ...{ rewards_json: '{"currency": "gold", "amount": 5000}', usage_limit: 1, use_as_referral: 'N' as const },
    };
    if (row) await createCode(db, { staffId, games: null }, row.id, fields, at);
  });
  return { code: value, from: at, to: code.to, creatorId: null };
}

/** Simulates the players who use leaked codes. */
export function createLeakPlayers(leaks: readonly Leak[], chance: Chance) {
  const crowds = leaks.map((leak) => ({ leak, ...crowdOf(leak, chance) }));
  return (at: number, hours: number): Play => {
    const play: Play = { redeems: [], payments: [], events: [] };
    const isWithin = (instant: number) => at <= instant && instant < at + hours * HOUR_MS;
    for (const { leak, visits, payments } of crowds) {
      for (const { userId, landed } of visits.filter((visit) => isWithin(visit.instant))) {
        play.redeems.push({ userId, code: leak.code.code });
        play.events.push(sessionOf(userId, landed ? leak.code.code : null, chance));
      }
      play.payments.push(...payments.filter((payment) => isWithin(payment.instant)));
    }
    return play;
  };
}

function crowdOf({ kind, day }: Leak, chance: Chance) {
  const [fewest, most] = SIZES[kind];
  const isPaying = kind === 'refunds';
  const usedOn = isPaying ? day - PAID_BEFORE * DAY_MS : day;
  const hourOf = () => (HOURS.from + chance.next() * (HOURS.to - HOURS.from)) * HOUR_MS;
  const visits = Array.from({ length: chance.whole(fewest, most) }, () => ({
    userId: `leak_${chance.whole(1, 1e9)}`,
    instant: usedOn + hourOf(),
    landed: (kind === 'burst' || isPaying) && chance.next() < 0.8,
  }));
  const payments = !isPaying ? [] : visits.flatMap(({ userId, instant }) => refunded(userId, instant, day + hourOf()));
  return { visits, payments };
}

/** Returns a payment one day after the player redeemed the code, and the refund of the payment. */
function refunded(userId: string, redeemedAt: number, refundedAt: number): (Payment & { instant: number })[] {
  const transactionId = randomUUID();
  const paid = { gameId: 'skyhold', userId, currency: 'EUR' as const };
  return [
    { ...paid, transactionId, amount: 4999, refundOf: null, instant: redeemedAt + DAY_MS },
    { ...paid, transactionId: `${transactionId}-back`, amount: -4999, refundOf: transactionId, instant: refundedAt },
  ];
}
