import { getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findRewardsTextFault, type TextFault } from '../../../daemon/contract/rewards-text.ts';
import { rewards } from '../texts/rewards.ts';

const t = rewards.faults;

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
  if (text.trim() === '') return at(text, 0, t.empty);
  const forbidden = findRewardsTextFault(text);
  if (forbidden) return at(text, forbidden.offset, t[forbidden.kind]);
  const found = findJsonFault(text);
  return found && at(text, found.offset, found.message);
}

function at(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1, message };
}

/** The first fault of a text that is not too deep. The parser goes on after a fault; what it finds then is not looked at. */
function findJsonFault(text: string): TextFault | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [error] = errors;
  const odd = tree && findOddReward(tree);
  if (odd && !(error && error.offset <= odd.offset)) return { offset: odd.offset, message: t.oddReward };
  return error ? faultOf(text, error) : null;
}

/** Rewards are objects: alone, or the items of one array. */
const findOddReward = (tree: Node): Node | undefined =>
  (tree.type === 'array' ? (tree.children ?? []) : [tree]).find(({ type }) => type !== 'object');

/** By the parser's names of its errors; the others depend on where they are. */
const MESSAGES: Record<string, string> = {
  PropertyNameExpected: t.name,
  ValueExpected: t.value,
  ColonExpected: t.colon,
  EndOfFileExpected: t.end,
  InvalidCommentToken: t.comment,
  UnexpectedEndOfComment: t.comment,
  UnexpectedEndOfString: t.openText,
  InvalidUnicode: t.escape,
  InvalidEscapeCharacter: t.escape,
  InvalidCharacter: t.control,
  UnexpectedEndOfNumber: t.number,
  InvalidNumberFormat: t.number,
};

const IN_NUMBER = /[\w.+-]/;
const COMMA_TOO_MANY = /[[{,]\s*,$|,\s*[\]}]$/;

function faultOf(text: string, { error, offset, length }: ParseError): TextFault {
  const name = printParseErrorCode(error);
  if (offset >= text.length) return { offset, message: t.tooEarly };
  // The parser reads `01` and `1x` as two values without a comma between them.
  const number = startOfNumber(text, offset);
  if (number < offset) return { offset: number, message: t.number };
  if (COMMA_TOO_MANY.test(text.slice(0, offset + 1))) return { offset, message: t.comma };
  if (name === 'InvalidSymbol') return { offset, message: whyUnknown(text.slice(offset, offset + length)) };
  if (name === 'CommaExpected') return { offset, message: t.expected(closeAt(text, offset)) };
  return { offset, message: MESSAGES[name] ?? t.notJson };
}

function startOfNumber(text: string, offset: number): number {
  if (!IN_NUMBER.test(text.charAt(offset))) return offset;
  let start = offset;
  while (IN_NUMBER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function whyUnknown(symbol: string): string {
  if (symbol.startsWith("'")) return t.doubleQuotes;
  if (/^[-+.\d]/.test(symbol)) return t.number;
  if (/^\w/.test(symbol)) return t.quotes;
  return t.foreign(symbol.charAt(0));
}

/** What would close the list that a place is in. */
const closeAt = (text: string, offset: number) =>
  typeof getLocation(text, offset).path.at(-1) === 'number' ? ']' : '}';
