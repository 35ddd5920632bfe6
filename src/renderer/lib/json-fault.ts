import { type JsonToken, tokenizeJson } from './json-tokens.ts';

export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

const MAX_BYTES = 65_536;
const MAX_DEPTH = 200;

/** What keeps a text from being rewards, where it is: JSON, an object or an array of objects, at most 64 KiB. */
export function findRewardsFault(text: string): JsonFault | null {
  if (text.trim() === '') return at(text, 0, 'Enter the rewards as JSON, such as {"gold": 100}.');
  if (new TextEncoder().encode(text).length > MAX_BYTES) return at(text, 0, 'Rewards may be at most 64 KiB.');
  const { tokens, fault } = tokenizeJson(text);
  const found = checkTokens(tokens, fault ?? { offset: text.length, message: 'The JSON ends too early.' }, !fault);
  return found ? at(text, found.offset, found.message) : null;
}

function at(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1, message };
}

interface Fault {
  offset: number;
  message: string;
}

/** A small parser over tokens; `end` is reported where they run out. */
function checkTokens(tokens: JsonToken[], end: Fault, isWhole: boolean): Fault | null {
  let next = 0;
  const peek = () => tokens[next];
  const fault = (message: string): Fault => {
    const token = peek();
    return token ? { offset: token.offset, message } : end;
  };
  const isNext = (kind: string) => peek()?.text === kind && peek()?.kind === 'mark';

  function value(depth: number): Fault | null {
    if (depth > MAX_DEPTH) return fault('Nested too deep.');
    if (isNext('{')) return list('}', depth, member);
    if (isNext('[')) return list(']', depth, value);
    if (!peek() || peek()?.kind === 'mark') return fault('Expected a value.');
    next += 1;
    return null;
  }
  function member(depth: number): Fault | null {
    if (peek()?.kind !== 'string') return fault('Expected a name in double quotes.');
    next += 1;
    if (!isNext(':')) return fault('Expected “:” after the name.');
    next += 1;
    return value(depth);
  }
  function list(close: string, depth: number, item: (depth: number) => Fault | null): Fault | null {
    next += 1;
    if (isNext(close)) {
      next += 1;
      return null;
    }
    for (;;) {
      const found = item(depth + 1);
      if (found) return found;
      if (isNext(close)) {
        next += 1;
        return null;
      }
      if (!isNext(',')) return fault(`Expected “,” or “${close}”.`);
      next += 1;
      if (isNext(close)) return fault('A comma too many.');
    }
  }
  /** Rewards are objects: alone, or the items of one array. */
  function reward(depth: number): Fault | null {
    return isNext('{') ? value(depth) : fault('Each reward must be an object in { }.');
  }

  const found = isNext('[') ? list(']', 0, reward) : reward(0);
  if (found) return found;
  if (peek()) return fault('Nothing may follow the JSON.');
  return isWhole ? null : end;
}
