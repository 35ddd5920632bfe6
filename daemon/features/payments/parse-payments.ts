import { fieldFaultsOf } from '../../contract/field-faults.ts';
import { parseInstant } from '../../contract/fields.ts';
import { paymentEvent } from '../../contract/game-events.ts';
import { AppError, type FieldFault, type RefusalCode } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { PaymentEvent, PaymentRequestItem } from '../../domain/payments/payment-batch.ts';
import { requestHashOf } from '../../domain/payments/request-hash.ts';
import { parseAmount } from '../../lib/money.ts';

const AMOUNT_FAULTS = {
  not_a_number: 'amount must be a number',
  too_many_digits: 'amount must have at most 15 significant digits',
  too_precise: 'amount must not have more decimals than the currency',
} as const;

/** A currency and the number of digits of its minor unit. */
export interface Currency {
  currency: string;
  digits: number;
}

/**
 * Checks a request of payments and reads its amounts. The first bad event refuses the request, with a pointer to it.
 */
export function parsePayments(
  body: { id?: string | undefined; events: unknown[] },
  principal: KeyPrincipal,
  { currency, digits }: Currency,
): PaymentRequestItem {
  const events = body.events.map((event, index) => parsePayment(event, index, currency, digits));
  return {
    familyId: principal.familyId,
    requestId: body.id ?? null,
    // The hash distinguishes requests with the same ID, so a request without an ID needs none.
    requestHash: body.id === undefined ? '' : requestHashOf(events),
    currency,
    currencyDigits: digits,
    events,
  };
}

function parsePayment(value: unknown, index: number, currency: string, digits: number): PaymentEvent {
  const parsed = paymentEvent.safeParse(value);
  if (!parsed.success) throw refuse('invalid_request', fieldFaultsOf(parsed.error, `/events/${index}`));
  const event = parsed.data;
  const at = (field: string, detail: string) => [{ pointer: `/events/${index}/${field}`, detail }];
  if (event.currency !== undefined && event.currency.toUpperCase() !== currency)
    throw refuse('currency_mismatch', at('currency', `currency must be ${currency}, the organisation’s currency`));
  const createdAt = parseInstant(event.created_at);
  if (Number.isNaN(createdAt))
    throw refuse('invalid_request', at('created_at', 'created_at must be an ISO 8601 date and time'));
  const { amount } = event.event;
  const minor = parseAmount(typeof amount === 'number' ? String(amount) : amount.numberText, digits);
  if (typeof minor === 'string') throw refuse('invalid_amount', at('event/amount', AMOUNT_FAULTS[minor]));
  if (event.refund_of !== undefined && minor >= 0n)
    throw refuse('invalid_request', at('event/amount', 'amount must be negative if refund_of names a payment'));
  if (event.refund_of !== undefined && event.refund_of === event.transaction_id)
    throw refuse('invalid_request', at('refund_of', 'refund_of must name another payment'));
  return {
    gameId: event.game_id,
    transactionId: event.transaction_id ?? null,
    userId: event.event.user_id,
    amount: minor,
    refundOf: event.refund_of ?? null,
    createdAt,
  };
}

const refuse = (code: RefusalCode, errors: FieldFault[]) => new AppError({ code, errors });
