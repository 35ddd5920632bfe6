import { getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findRewardsTextFault } from '../../../daemon/contract/rewards-text.ts';
import { rewards } from '../texts/rewards.ts';

const t = rewards.faults;
const STRICT = { disallowComments: true, allowTrailingComma: false };

export interface JsonFault {
  line: number;
  column: number;
  message: string;
}

/**
 * Returns the first fault in a text of rewards, with its position. The daemon accepts a JSON object or an array of
 * objects.
 */
export function findRewardsFault(text: string): JsonFault | null {
  if (text.trim() === '') return at(text, 0, t.empty);
  const forbidden = findRewardsTextFault(text);
  if (forbidden) return at(text, forbidden.offset, t[forbidden.code]);
  const found = findJsonFault(text);
  return found && at(text, found.offset, found.message);
}

/** Returns the first place at which a text is not JSON. */
export function findSyntaxFault(text: string): JsonFault | null {
  const errors: ParseError[] = [];
  parseTree(text, errors, STRICT);
  const [error] = errors;
  const fault = error && faultOf(text, error);
  return fault ? at(text, fault.offset, fault.message) : null;
}

function at(text: string, offset: number, message: string): JsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1, message };
}

interface TextFault {
  offset: number;
  message: string;
}

/** Returns the first fault in a text that is not nested too deeply; the parser's later faults are ignored. */
function findJsonFault(text: string): TextFault | null {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, STRICT);
  const [error] = errors;
  const odd = tree && findOddReward(tree);
  if (odd && !(error && error.offset <= odd.offset)) return { offset: odd.offset, message: t.oddReward };
  return error ? faultOf(text, error) : null;
}

/** Finds a reward that is not an object. Rewards are one object, or an array of objects. */
const findOddReward = (tree: Node): Node | undefined =>
  (tree.type === 'array' ? (tree.children ?? []) : [tree]).find(({ type }) => type !== 'object');

/** Messages by the parser's error names. The message of any other error depends on its position. */
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

/** Returns the bracket that closes the list around an offset. */
const closeAt = (text: string, offset: number) =>
  typeof getLocation(text, offset).path.at(-1) === 'number' ? ']' : '}';
