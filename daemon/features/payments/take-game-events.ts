import { AppError, type Problem } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import { checkSdkEvents } from '../../domain/events/check-event.ts';
import type { RateBook } from '../../domain/exchange-rates.ts';
import type { PaymentRequestItem } from '../../domain/payments/payment-batch.ts';
import type { HotBatches } from '../../hot/hot-batches.ts';
import { recentDateOf } from '../../lib/days.ts';
import type { FreshCopy } from '../../lib/fresh-copy.ts';
import type { NoteMissingRate } from '../exchange-rates/note-missing-rate.ts';
import type { PlanBook } from '../tracking-plan/plan-book.ts';
import { findForeignGame, findMisspeltPayment, isPayment, namesOtherCurrency } from './event-type-rules.ts';
import { parsePayments } from './parse-payments.ts';

export interface GameEventDeps {
  readSettings: () => Promise<{ currency: string; digits: number; requireCurrency: boolean; timeZone: string }>;
  rates: Pick<FreshCopy<RateBook>, 'current' | 'fresh' | 'invalidate'>;
  noteMissingRate: NoteMissingRate;
  trackingPlans: Pick<PlanBook, 'findViolations'>;
  hot: Pick<HotBatches, 'pay' | 'ingest'>;
}

interface GameEvents {
  id?: string | undefined;
  events: unknown[];
}

/** Accepts or refuses all payments together, and SDK events one by one. */
export async function takeGameEvents(deps: GameEventDeps, body: GameEvents, principal: KeyPrincipal, now: number) {
  refuse(findMisspeltPayment(body.events));
  const payments = body.events.filter(isPayment).length;
  if (payments === 0) return ingestEvents(deps, body, principal, now);
  if (principal.keyKind !== 'server' || !principal.scopes.includes('payments'))
    throw new AppError({ code: 'forbidden', detail: 'Payments require a server key with the scope payments.' });
  refuse(findForeignGame(body.events, principal.gameId));
  if (payments < body.events.length) throw new AppError('mixed_events');
  return takePayments(deps, body, principal, now);
}

function refuse(problem: Problem | null) {
  if (problem) throw new AppError(problem);
}

async function takePayments(deps: GameEventDeps, body: GameEvents, principal: KeyPrincipal, now: number) {
  // If the currency, its number of decimal places or a rate has changed since parsing, the payments are parsed again.
  for (let tried = 0; tried < 3; tried += 1) {
    const settings = await deps.readSettings();
    const isForeign = body.events.some((event) => namesOtherCurrency(event, settings.currency));
    const rates = isForeign ? await deps.rates.fresh() : deps.rates.current();
    const dayOf = (instant: number) => recentDateOf(instant, settings.timeZone);
    const item = parsePayments(body, principal, { ...settings, rates, dayOf, now });
    const outcome = await deps.hot.pay(item);
    if (outcome.ok) return { ...outcome.answer, rejected: [] };
    if ('problem' in outcome) {
      if (outcome.problem.code === 'no_exchange_rate') await noteMissing(deps, item, dayOf, now);
      throw new AppError(outcome.problem);
    }
    deps.rates.invalidate();
  }
  throw new AppError('unavailable');
}

/**
 * Records the first payment without a rate. Refunds that refer to a payment are left out, because they are converted at
 * its rate.
 */
async function noteMissing(
  { noteMissingRate }: GameEventDeps,
  { events }: PaymentRequestItem,
  dayOf: (instant: number) => string,
  now: number,
) {
  const without = events.find(({ paid, refundOf }) => paid?.rate === null && refundOf === null);
  if (!without?.paid) return;
  const day = dayOf(Math.min(without.createdAt, now));
  await noteMissingRate({ currency: without.paid.currency, day, refused_at: now });
}

async function ingestEvents(deps: GameEventDeps, body: GameEvents, principal: KeyPrincipal, now: number) {
  if (!principal.scopes.includes('events'))
    throw new AppError({ code: 'forbidden', detail: 'This key does not have the scope events.' });
  refuse(findForeignGame(body.events, principal.gameId));
  const { items, rejected } = checkSdkEvents(body.events, now, await deps.trackingPlans.findViolations());
  const repeats = items.length > 0 ? await deps.hot.ingest(items) : [];
  const duplicates = repeats.filter((isRepeat) => isRepeat).length;
  return { id: body.id ?? null, accepted: items.length - duplicates, duplicates, rejected };
}
