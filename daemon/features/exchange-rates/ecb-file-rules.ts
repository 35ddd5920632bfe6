import { z } from 'zod';
import { parseRate } from '../../contract/exchange-rate.ts';

// Reads the file from the European Central Bank. Its format is fixed, so everything else is refused, such as a proxy's
// error page, entities, or half a file.

/** The rates of one day. */
export interface EcbDay {
  day: string;
  /** Units of each currency per euro, as decimal text. */
  perEuro: ReadonlyMap<string, string>;
}

export const EURO = 'EUR';

const HEAD = /^\uFEFF?\s*(?:<\?xml\s[^<>]*\?>\s*)?<gesmes:Envelope[\s>]/;
const FIRST = '<Cube';
const OPEN = /\s*<Cube\s*>/y;
const DAY = /\s*<Cube\s+time=(["'])([^"'<>]*)\1\s*>/y;
const RATE = /\s*<Cube\s+currency=(["'])([^"'<>]*)\1\s+rate=(["'])([^"'<>]*)\3\s*\/>/y;
const CLOSE = /\s*<\/Cube\s*>/y;
const END = /\s*<\/gesmes:Envelope\s*>\s*$/y;

const isDay = (text: string) => z.iso.date().safeParse(text).success;

/**
 * Reads the days in a file, oldest first.
 * @throws an error that names the first fault
 */
export function parseEcbFile(text: string): EcbDay[] {
  if (!HEAD.test(text)) throw fault(`it begins with ${excerpt(text)}`);
  if (text.includes('<!')) throw fault('it contains a comment, CDATA or a document type');
  const scanner = createScanner(text);
  scanner.expect(OPEN);
  const days: EcbDay[] = [];
  for (let day = scanner.take(DAY); day; day = scanner.take(DAY)) days.push(readDay(day[2] ?? '', scanner));
  if (days.length === 0) throw scanner.unexpected();
  scanner.expect(CLOSE);
  scanner.expect(END);
  const again = days.find(({ day }, at) => days.findIndex((other) => other.day === day) < at);
  if (again) throw fault(`the day ${again.day} appears twice`);
  return days.sort((a, b) => (a.day < b.day ? -1 : 1));
}

function readDay(day: string, { take, expect }: Scanner): EcbDay {
  if (!isDay(day)) throw fault(`${excerpt(day)} is not a day`);
  const perEuro = new Map<string, string>();
  for (let found = take(RATE); found; found = take(RATE)) {
    const [, , currency = '', , text = ''] = found;
    const rate = parseRate(text);
    if (!/^[A-Z]{3}$/.test(currency) || currency === EURO)
      throw fault(`${excerpt(currency)} on ${day} is not a foreign currency`);
    if (rate === null) throw fault(`the rate ${excerpt(text)} of ${currency} on ${day} is not a number above 0`);
    if (perEuro.has(currency)) throw fault(`${currency} appears twice on ${day}`);
    perEuro.set(currency, rate);
  }
  expect(CLOSE);
  if (perEuro.size === 0) throw fault(`it has no rates for ${day}`);
  return { day, perEuro };
}

type Scanner = ReturnType<typeof createScanner>;

/** Creates a scanner that reads one part of the file after another, starting at the first `Cube` element. */
function createScanner(text: string) {
  let at = Math.max(0, text.indexOf(FIRST));
  const take = (part: RegExp): RegExpExecArray | null => {
    part.lastIndex = at;
    const found = part.exec(text);
    if (found) at = part.lastIndex;
    return found;
  };
  const unexpected = () => {
    const rest = text.slice(at).trimStart();
    return fault(rest === '' ? 'it ends too early' : `${excerpt(rest)} is unexpected`);
  };
  const expect = (part: RegExp): void => {
    if (!take(part)) throw unexpected();
  };
  return { take, expect, unexpected };
}

const fault = (why: string) => new Error(`the file is not in the European Central Bank’s format: ${why}`);

/** Quotes the start of a text. Control characters are escaped, because the error is shown in the list of jobs. */
const excerpt = (text: string) => JSON.stringify(text.slice(0, 40));
