import { isUtf8 } from 'node:buffer';
import { parse as parseLossless } from 'lossless-json';
import { invalidCsv } from '../lib/csv.ts';
import { exactNumber } from '../lib/exact-number.ts';
import { AppError } from '../lib/problem.ts';

const MAX_DEPTH = 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** NUL and lone surrogates are refused everywhere: databases and other programs read them each in their own way. */
export const isForbiddenText = (text: string) => text.includes('\0') || LONE_SURROGATE.test(text);

/** The value of a JSON body. Duplicate keys: the last wins. Throws `invalid_json` or `invalid_request`. */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new AppError({ code: 'invalid_json', detail: 'The body is not valid UTF-8.' });
  const text = body.toString('utf8');
  const value = parseText(text);
  // Valid UTF-8 holds no surrogate and valid JSON no bare NUL, so only escapes can bring them in.
  checkTree(value, text.includes('\\u'), 0);
  return value;
}

/** The text of a CSV body; where it is no text, the line at fault is named. */
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
    // The parser's own words quote the body.
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

// A number of 16 characters or more, or with an exponent, outside of strings (within one, it only costs time).
const INEXACT = /[:,[\s]-?(\d[\d.]{15,}|\d+(\.\d+)?[eE])/;

/**
 * The same, where `events[i].event.amount` of payments keeps its text when a double might not keep the number.
 * All else stays as JSON.parse gives it.
 */
export function parsePaymentsBody(body: Buffer): unknown {
  const value = parseJsonBody(body);
  const text = body.toString('utf8');
  if (!INEXACT.test(text)) return value;
  const texts = parseLossless(text, null, {
    parseNumber: (number) => number,
    onDuplicateKey: ({ newValue }) => newValue,
  });
  const events = ownMember(value, 'events');
  const eventTexts = ownMember(texts, 'events');
  if (!Array.isArray(events) || !Array.isArray(eventTexts)) return value;
  for (const [at, item] of events.entries()) {
    const event = ownMember(item, 'event');
    const amountText = ownMember(ownMember(eventTexts[at], 'event'), 'amount');
    if (isObject(event) && typeof ownMember(event, 'amount') === 'number' && typeof amountText === 'string')
      event.amount = exactNumber(amountText);
  }
  return value;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Own members only: the lossless parser lets a `__proto__` key set the prototype of the object it stands in. */
const ownMember = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
