import { isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';
import { AppError, invalidCsv } from '../contract/refusals.ts';
import { isPayment, looksLikePayment } from '../features/payments/event-type-rules.ts';
import { exactNumber } from '../lib/exact-number.ts';
import { isForbiddenText } from '../lib/forbidden-text.ts';
import { unreadable } from '../lib/unreadable.ts';
import { hasMoreParts } from './count-parts.ts';

const MAX_DEPTH = 64;

/** More than any request has, and few enough to parse and check within some milliseconds. */
const MOST_PARTS = 10_000;
/** A request of a thousand SDK events has eleven keys an event, and the client's own ones below them. */
const MOST_PARTS_OF_EVENTS = { fixed: 20_000, withOwn: 50_000 };

function refuseManyParts(isTooMany: boolean) {
  if (isTooMany)
    throw new AppError({ code: 'invalid_json', detail: 'The body has too many keys, objects and arrays.' });
}

/**
 * The value of a JSON body; of duplicate keys the last one wins. Throws `invalid_json` or `invalid_request`.
 * @param isLarge the endpoint takes more than other endpoints, and so more parts
 */
export function parseJsonBody(body: Buffer, isLarge = false): unknown {
  refuseManyParts(!isLarge && hasMoreParts(body, MOST_PARTS));
  const text = textOf(body);
  const value = parseText(text);
  checkTree(value, mayHoldForbidden(text), 0);
  return value;
}

/** Valid UTF-8 holds no surrogate and valid JSON no bare NUL, so only `\u` escapes can hold them. */
const mayHoldForbidden = (text: string) => text.includes('\\u');

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError({ code: 'invalid_json', detail: 'The body is not valid UTF-8.' });
  return body.toString('utf8');
}

/** The text of a CSV body; throws with the number of the first line that is not valid UTF-8. */
export function csvTextOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString('utf8');
  for (let from = 0, line = 1; from < body.length; line += 1) {
    const end = body.indexOf(0x0a, from);
    const next = end < 0 ? body.length : end + 1;
    if (!isUtf8(body.subarray(from, next))) throw invalidCsv([{ line, detail: 'not valid UTF-8' }]);
    from = next;
  }
  throw invalidCsv([{ line: 1, detail: 'not valid UTF-8' }]);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, so it is not passed on.
    throw new AppError('invalid_json');
  }
}

function checkTree(value: unknown, withText: boolean, depth: number): void {
  if (typeof value === 'string') {
    if (withText) checkText(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH)
    throw new AppError({ code: 'invalid_json', detail: `The body is nested deeper than ${MAX_DEPTH} levels.` });
  if (Array.isArray(value)) {
    for (const item of value) checkTree(item, withText, depth + 1);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (withText) checkText(key);
    checkTree(item, withText, depth + 1);
  }
}

function checkText(text: string) {
  if (isForbiddenText(text))
    throw new AppError({ code: 'invalid_request', detail: 'NUL characters and lone surrogates are not allowed.' });
}

// A number of 16 characters or more, or with an exponent. A match inside a string only costs time.
const INEXACT = /[:,[\s]-?(\d[\d.]{15,}|\d+(\.\d+)?[eE])/;

/** The nesting depth of an item of `events` in the body. */
const EVENT_DEPTH = 2;

/**
 * The same for game events, with two differences. An SDK event with forbidden content is refused alone: an `unreadable`
 * takes its place. And `events[i].event.amount` of a payment keeps its text where a double might change the number. All
 * other values stay as JSON.parse gives them.
 */
export function parseGameEventsBody(body: Buffer): unknown {
  const { fixed, withOwn } = MOST_PARTS_OF_EVENTS;
  refuseManyParts(hasMoreParts(body, fixed, EVENT_DEPTH + 1) || hasMoreParts(body, withOwn));
  const text = textOf(body);
  const value = parseText(text);
  const events = ownMember(value, 'events');
  const withText = mayHoldForbidden(text);
  if (!isObject(value) || !Array.isArray(events)) {
    checkTree(value, withText, 0);
    return value;
  }
  checkTree({ ...value, events: [] }, withText, 0);
  for (const [at, item] of events.entries()) events[at] = readableOf(item, withText);
  if (events.some(isPayment) && INEXACT.test(text)) keepAmounts(events, text);
  return value;
}

function readableOf(item: unknown, withText: boolean): unknown {
  try {
    checkTree(item, withText, EVENT_DEPTH);
    return item;
  } catch (error) {
    // Payments of a request are all taken or all refused, and an item that looks like one is no SDK event.
    if (!(error instanceof AppError) || looksLikePayment(item)) throw error;
    return unreadable(error.problem.detail ?? error.problem.code);
  }
}

function keepAmounts(events: readonly unknown[], text: string): void {
  const texts = parseLossless(text, null, {
    parseNumber: (number) => number,
    onDuplicateKey: ({ newValue }) => newValue,
  });
  const eventTexts = ownMember(texts, 'events');
  if (!Array.isArray(eventTexts)) return;
  for (const [at, item] of events.entries()) {
    const event = ownMember(item, 'event');
    const amountText = ownMember(ownMember(eventTexts[at], 'event'), 'amount');
    if (isObject(event) && typeof ownMember(event, 'amount') === 'number' && typeof amountText === 'string')
      event.amount = exactNumber(amountText);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Own members only: in the lossless parser a `__proto__` key sets the prototype of its object. */
const ownMember = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
