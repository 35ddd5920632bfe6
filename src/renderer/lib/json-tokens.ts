export interface JsonToken {
  kind: 'mark' | 'string' | 'number' | 'word';
  /** As the user typed it. */
  text: string;
  offset: number;
}

export interface Tokens {
  tokens: JsonToken[];
  /** Where the text no longer consists of JSON's tokens. */
  fault: { offset: number; message: string } | null;
}

const SPACE = /[ \t\n\r]*/y;
const MARK = /[{}[\]:,]/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
const KINDS = [
  ['mark', MARK],
  ['string', STRING],
  ['number', NUMBER],
  ['word', WORD],
] as const;

/** Splits JSON into tokens without reading their values, so that `1.10` and big numbers stay as they are. */
export function tokenizeJson(text: string): Tokens {
  const tokens: JsonToken[] = [];
  let offset = skipSpace(text, 0);
  while (offset < text.length) {
    const token = tokenAt(text, offset);
    if (!token) return { tokens, fault: { offset, message: whyNot(text, offset) } };
    tokens.push(token);
    offset = skipSpace(text, offset + token.text.length);
  }
  return { tokens, fault: null };
}

function tokenAt(text: string, offset: number): JsonToken | null {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = offset;
    const found = pattern.exec(text);
    if (found) return { kind, text: found[0], offset };
  }
  return null;
}

function skipSpace(text: string, offset: number): number {
  SPACE.lastIndex = offset;
  SPACE.exec(text);
  return SPACE.lastIndex;
}

function whyNot(text: string, offset: number): string {
  const character = text[offset] ?? '';
  if (character === '"') return 'This text has no closing quote, or holds a line break or an unknown escape.';
  if (character === "'") return 'JSON needs double quotes.';
  if (character === '/') return 'JSON knows no comments.';
  if (/[-+.\d]/.test(character)) return 'This is not a number as JSON writes it.';
  if (/\w/.test(character)) return 'Names and texts need double quotes.';
  return `“${character}” does not belong here.`;
}

/** The same tokens with an indentation of two spaces: only the white space changes. */
export function formatJson(text: string): string {
  const { tokens } = tokenizeJson(text);
  let depth = 0;
  let out = '';
  const newLine = () => `\n${'  '.repeat(depth)}`;
  tokens.forEach((token, index) => {
    const before = tokens[index - 1]?.text;
    const opens = token.text === '{' || token.text === '[';
    const closes = token.text === '}' || token.text === ']';
    if (token.kind !== 'mark' || opens) {
      if (before === '{' || before === '[' || before === ',') out += newLine();
      out += token.text;
      if (opens) depth += 1;
    } else if (closes) {
      depth -= 1;
      if (before !== '{' && before !== '[') out += newLine();
      out += token.text;
    } else out += token.text === ':' ? ': ' : ',';
  });
  return out;
}
