import { getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findRewardsTextFault, type TextFault } from '../../../daemon/contract/rewards-text.ts';

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
  const found = findRewardsTextFault(text) ?? findJsonFault(text);
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
  if (odd && !(error && error.offset <= odd.offset))
    return { offset: odd.offset, message: 'Each reward must be an object in { }.' };
  return error ? faultOf(text, error) : null;
}

/** Rewards are objects: alone, or the items of one array. */
const findOddReward = (tree: Node): Node | undefined =>
  (tree.type === 'array' ? (tree.children ?? []) : [tree]).find(({ type }) => type !== 'object');

const NO_NUMBER = 'This is not a number as JSON writes it.';
const NO_COMMENTS = 'JSON knows no comments.';
const UNKNOWN_ESCAPE = 'This text holds an escape that JSON does not know.';

/** By the parser's names of its errors; the others depend on where they are. */
const MESSAGES: Record<string, string> = {
  PropertyNameExpected: 'Expected a name in double quotes.',
  ValueExpected: 'Expected a value.',
  ColonExpected: 'Expected “:” after the name.',
  EndOfFileExpected: 'Nothing may follow the JSON.',
  InvalidCommentToken: NO_COMMENTS,
  UnexpectedEndOfComment: NO_COMMENTS,
  UnexpectedEndOfString: 'This text has no closing quote, or holds a line break.',
  InvalidUnicode: UNKNOWN_ESCAPE,
  InvalidEscapeCharacter: UNKNOWN_ESCAPE,
  InvalidCharacter: 'This text holds a tab or another control character; write it as an escape, such as \\t.',
  UnexpectedEndOfNumber: NO_NUMBER,
  InvalidNumberFormat: NO_NUMBER,
};

const IN_NUMBER = /[\w.+-]/;
const COMMA_TOO_MANY = /[[{,]\s*,$|,\s*[\]}]$/;

function faultOf(text: string, { error, offset, length }: ParseError): TextFault {
  const name = printParseErrorCode(error);
  if (offset >= text.length) return { offset, message: 'The JSON ends too early.' };
  // The parser reads `01` and `1x` as two values without a comma between them.
  const number = startOfNumber(text, offset);
  if (number < offset) return { offset: number, message: NO_NUMBER };
  if (COMMA_TOO_MANY.test(text.slice(0, offset + 1))) return { offset, message: 'A comma too many.' };
  if (name === 'InvalidSymbol') return { offset, message: whyUnknown(text.slice(offset, offset + length)) };
  if (name === 'CommaExpected') return { offset, message: `Expected “,” or “${closeAt(text, offset)}”.` };
  return { offset, message: MESSAGES[name] ?? 'This is not JSON.' };
}

function startOfNumber(text: string, offset: number): number {
  if (!IN_NUMBER.test(text.charAt(offset))) return offset;
  let start = offset;
  while (IN_NUMBER.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function whyUnknown(symbol: string): string {
  if (symbol.startsWith("'")) return 'JSON needs double quotes.';
  if (/^[-+.\d]/.test(symbol)) return NO_NUMBER;
  if (/^\w/.test(symbol)) return 'Names and texts need double quotes.';
  return `“${symbol.charAt(0)}” does not belong here.`;
}

/** What would close the list that a place is in. */
const closeAt = (text: string, offset: number) =>
  typeof getLocation(text, offset).path.at(-1) === 'number' ? ']' : '}';
