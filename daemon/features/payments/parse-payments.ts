import { type FieldFaultCode, fieldFault, fieldFaultsOf } from '../../contract/field-faults.ts';
import { parseInstant } from '../../contract/fields.ts';
import { paymentEvent } from '../../contract/game-events.ts';
import { AppError, type FieldFault, type RefusalCode } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { PaymentEvent, PaymentRequestItem } from '../../domain/payments/payment-batch.ts';
import { requestHashOf } from '../../domain/payments/request-hash.ts';
import { parseAmount } from '../../lib/money.ts';

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
  const at = (path: string[], code: FieldFaultCode, values?: string[]) => [
    fieldFault(`/events/${index}`, path, code, values && { values }),
  ];
  if (event.currency !== undefined && event.currency.toUpperCase() !== currency)
    throw refuse('currency_mismatch', at(['currency'], 'other_currency', [currency]));
  const createdAt = parseInstant(event.created_at);
  if (Number.isNaN(createdAt)) throw refuse('invalid_request', at(['created_at'], 'not_an_instant'));
  const { amount } = event.event;
  const minor = parseAmount(typeof amount === 'number' ? String(amount) : amount.numberText, digits);
  if (typeof minor === 'string') throw refuse('invalid_amount', at(['event', 'amount'], minor));
  if (event.refund_of !== undefined && minor >= 0n)
    throw refuse('invalid_request', at(['event', 'amount'], 'not_negative'));
  if (event.refund_of !== undefined && event.refund_of === event.transaction_id)
    throw refuse('invalid_request', at(['refund_of'], 'refund_of_itself'));
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
