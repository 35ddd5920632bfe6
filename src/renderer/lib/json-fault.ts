import { findRewardsTextFault, type TextFault } from '../../../daemon/contract/rewards-text.ts';
import { type JsonToken, tokenizeJson } from './json-tokens.ts';

export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

/**
 * The first fault that makes a text invalid as rewards, with its place. Rewards are JSON: an object or an array of
 * objects, as the daemon takes them.
 */
export function findRewardsFault(text: string): JsonFault | null {
  if (text.trim() === '') return at(text, 0, 'Enter the rewards as JSON, such as {"gold": 100}.');
  const unfit = findRewardsTextFault(text);
  if (unfit) return at(text, unfit.offset, unfit.message);
  const { tokens, fault } = tokenizeJson(text);
  const found = checkTokens(tokens, fault ?? { offset: text.length, message: 'The JSON ends too early.' }, !fault);
  return found ? at(text, found.offset, found.message) : null;
}

function at(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1, message };
}

/**
 * A small parser over tokens; `end` is the fault to report if the tokens run out. It may recurse: the text is not too
 * deep.
 */
function checkTokens(tokens: JsonToken[], end: TextFault, isWhole: boolean): TextFault | null {
  let next = 0;
  const peek = () => tokens[next];
  const fault = (message: string): TextFault => {
    const token = peek();
    return token ? { offset: token.offset, message } : end;
  };
  const isNext = (kind: string) => peek()?.text === kind && peek()?.kind === 'mark';

  function value(): TextFault | null {
    if (isNext('{')) return list('}', member);
    if (isNext('[')) return list(']', value);
    if (!peek() || peek()?.kind === 'mark') return fault('Expected a value.');
    next += 1;
    return null;
  }
  function member(): TextFault | null {
    if (peek()?.kind !== 'string') return fault('Expected a name in double quotes.');
    next += 1;
    if (!isNext(':')) return fault('Expected “:” after the name.');
    next += 1;
    return value();
  }
  function list(close: string, item: () => TextFault | null): TextFault | null {
    next += 1;
    if (isNext(close)) {
      next += 1;
      return null;
    }
    for (;;) {
      const found = item();
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
  /** Rewards are objects: a single one, or the items of one array. */
  function reward(): TextFault | null {
    return isNext('{') ? value() : fault('Each reward must be an object in { }.');
  }

  const found = isNext('[') ? list(']', reward) : reward();
  if (found) return found;
  if (peek()) return fault('Nothing may follow the JSON.');
  return isWhole ? null : end;
}
