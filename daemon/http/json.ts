import { isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';
import { AppError, invalidCsv } from '../contract/refusals.ts';
import { isPayment, looksLikePayment } from '../features/payments/event-type-rules.ts';
import { exactNumber } from '../lib/exact-number.ts';
import { isForbiddenText } from '../lib/forbidden-text.ts';
import { unreadable } from '../lib/unreadable.ts';
import { sizeOfJson } from './size-of-json.ts';

const MAX_DEPTH = 64;

/**
 * These limits are above any real request, yet low enough for a body to be checked within milliseconds. The limit for
 * entries is lower, because reporting the fault in an invalid entry takes longer than reading a key.
 */
const MOST_KEYS = 10_000;
const MOST_ENTRIES = 2000;
/**
 * These limits are enough for a thousand SDK events with eleven fields each. The limit for parts also covers the
 * client's own fields.
 */
const MOST_VALUES_OF_EVENTS = 20_000;
const MOST_OWN_PARTS = 50_000;

/**
 * Parses a JSON body; of duplicate keys, the last one counts. Throws `invalid_json` or `invalid_request`.
 * @param isBounded false if a body may block the caller for seconds
 */
export function parseJsonBody(body: Buffer, isBounded = true): unknown {
  const { keys, values, depth } = sizeOfJson(body);
  if (isBounded) {
    refuseMany(keys, MOST_KEYS, 'keys');
    refuseMany(values - keys, MOST_ENTRIES, 'list entries and objects');
  }
  const text = textOf(body);
  const value = parseText(text);
  const withText = mayHoldForbidden(text);
  if (withText || depth > MAX_DEPTH) checkTree(value, withText, 0);
  return value;
}

function refuseMany(count: number, most: number, what: string) {
  if (count <= most) return;
  const detail = `The body has more than ${most.toLocaleString('en-GB')} ${what}.`;
  throw new AppError({ code: 'invalid_json', detail });
}

/** Valid UTF-8 contains no surrogate and valid JSON no bare NUL, so only `\u` escapes can produce them. */
const mayHoldForbidden = (text: string) => text.includes('\\u');

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new AppError({ code: 'invalid_json', detail: 'The body is not valid UTF-8.' });
  return body.toString('utf8');
}

/** Returns the text of a CSV body. Throws with the number of the first line that is not valid UTF-8. */
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
    // The parser's message quotes the body, so it is not forwarded.
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

// Matches a number of at least 16 characters, or one with an exponent. A match inside a string only costs time.
const INEXACT = /[:,[\s]-?(\d[\d.]{15,}|\d+(\.\d+)?[eE])/;

/** The nesting depth of an item of `events` in the body. */
const EVENT_DEPTH = 2;

/**
 * Parses a body with payments or SDK events. Two things differ from `parseJsonBody`: an SDK event with forbidden
 * content is replaced by an `unreadable`, so that only this event is refused, and a payment's `events[i].event.amount`
 * keeps its text if a double might change the number.
 */
export function parseGameEventsBody(body: Buffer): unknown {
  const { values, parts, depth } = sizeOfJson(body, EVENT_DEPTH + 1);
  refuseMany(values, MOST_VALUES_OF_EVENTS, 'values, not counting those inside objects such as event_details');
  refuseMany(parts, MOST_OWN_PARTS, 'keys, objects and arrays');
  const text = textOf(body);
  const value = parseText(text);
  const events = ownMember(value, 'events');
  const withText = mayHoldForbidden(text);
  if (!isObject(value) || !Array.isArray(events)) {
    checkTree(value, withText, 0);
    return value;
  }
  if (withText || depth > MAX_DEPTH) {
    checkTree({ ...value, events: [] }, withText, 0);
    for (const [at, item] of events.entries()) events[at] = readableOf(item, withText);
  }
  if (events.some(isPayment) && INEXACT.test(text)) keepAmounts(events, text);
  return value;
}

function readableOf(item: unknown, withText: boolean): unknown {
  try {
    checkTree(item, withText, EVENT_DEPTH);
    return item;
  } catch (error) {
    // The payments of a request are accepted or refused together, so one faulty payment makes the whole request fail.
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

/** Reads own members only: in the lossless parser, a `__proto__` key sets the prototype of its object. */
const ownMember = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
