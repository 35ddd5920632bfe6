import { z } from 'zod';
import { type FieldFault, MOST_FAULTS } from './refusals.ts';

/**
 * The faults of a field by code, as words that follow its name. Codes are part of the contract: clients and
 * translations use them, and `limit` is the number in the words.
 */
export const FIELD_FAULTS = {
  required: 'is required',
  empty: 'must not be empty',
  unknown: 'is not a known field',
  repeated: 'is given more than once',
  wrong_type: 'must be {type}',
  not_a_number: 'must be {type}',
  not_an_email: 'must be an email address',
  not_one_of: 'must be {values}',
  too_short: 'must have at least {limit} characters',
  too_long: 'must have at most {limit} characters',
  too_few: 'must have at least {limit} entries',
  too_many: 'must have at most {limit} entries',
  too_small: 'must be at least {limit}',
  too_large: 'must be at most {limit}',
  not_multiple: 'must be a multiple of {limit}',
  /** Replaced by the words of the field's own rule. */
  invalid: 'is not valid',
} as const;
export type FieldFaultCode = keyof typeof FIELD_FAULTS;

const TYPES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const TOO_LITTLE: Record<string, FieldFaultCode> = { string: 'too_short', array: 'too_few' };
const TOO_MUCH: Record<string, FieldFaultCode> = { string: 'too_long', array: 'too_many' };

interface Said {
  code: FieldFaultCode;
  limit?: number;
  type?: string;
  values?: string;
}

/** Describes zod's issue with a code of the table. */
function sayIssue(issue: z.core.$ZodRawIssue): Said {
  switch (issue.code) {
    case 'invalid_type': {
      if (issue.input === undefined) return { code: 'required' };
      const isNumber = issue.expected === 'number' || issue.expected === 'int';
      return { code: isNumber ? 'not_a_number' : 'wrong_type', type: TYPES[issue.expected] ?? 'of another type' };
    }
    case 'too_small': {
      const code = TOO_LITTLE[issue.origin];
      if (code && Number(issue.minimum) === 1) return { code: 'empty' };
      return { code: code ?? 'too_small', limit: Number(issue.minimum) };
    }
    case 'too_big':
      return { code: TOO_MUCH[issue.origin] ?? 'too_large', limit: Number(issue.maximum) };
    case 'not_multiple_of':
      return { code: 'not_multiple', limit: issue.divisor };
    case 'invalid_value':
      return { code: 'not_one_of', values: oneOf(issue.values.map(String)) };
    case 'invalid_format':
      return { code: issue.format === 'email' ? 'not_an_email' : 'invalid' };
    default:
      return { code: 'invalid' };
  }
}

const oneOf = (values: readonly string[]) =>
  values.length === 1 ? `${values[0]}` : `one of ${values.slice(0, 30).join(', ')}`;

function wordsOf(said: Said): string {
  const fill = (_: string, name: 'limit' | 'type' | 'values') => `${said[name]}`;
  const words = FIELD_FAULTS[said.code].replace(/\{(limit|type|values)\}/, fill);
  return said.limit === 1 ? words.replace(/entries$/, 'entry').replace(/characters$/, 'character') : words;
}

// Zod would say "Too small: expected string to have >=1 characters". A schema's own words have priority.
z.config({ customError: (issue) => wordsOf(sayIssue(issue)) });

/**
 * Lists the faults that a schema found, each with a pointer, a code and a sentence with the field's name. It reports
 * only the first fault of a field, because an empty text or a missing list also breaks later rules.
 */
export function fieldFaultsOf({ issues }: z.ZodError, root: string): FieldFault[] {
  const faults = issues.slice(0, MOST_FAULTS).flatMap((issue): FieldFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MOST_FAULTS).map((key) => fieldFault(root, [...issue.path, key], 'unknown'));
    // A finished issue has lost its input, but its words show that the field was missing.
    const isMissing = issue.message === FIELD_FAULTS.required;
    const { code, limit } = isMissing ? { code: 'required' as const, limit: undefined } : sayIssue(withInput(issue));
    return [{ ...fieldFault(root, issue.path, code, issue.message), ...(limit === undefined ? {} : { limit }) }];
  });
  const named = new Set<string>();
  return faults.filter(({ pointer }) => !named.has(pointer) && named.add(pointer));
}

const withInput = (issue: z.core.$ZodIssue) => ({ ...issue, input: null }) as z.core.$ZodRawIssue;

/** Creates a fault. @param words follow the field's name; if they begin with a capital, they are a whole sentence */
export function fieldFault(
  root: string,
  path: readonly PropertyKey[],
  code: FieldFaultCode,
  words: string = code === 'unknown' && root === '#/query' ? 'is an unknown query parameter' : FIELD_FAULTS[code],
): FieldFault {
  const detail = /^\p{Lu}/u.test(words) ? words : `${nameOf(root, path)} ${words}`;
  return { pointer: pointerOf(root, path), code, detail };
}

/** Returns the field's own name, with its index if it is in a list. */
function nameOf(root: string, path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((part) => typeof part !== 'number');
  if (at < 0) return path.length > 0 ? `Entry ${String(path[0])}` : (WHOLE[root] ?? 'The body');
  return [short(path[at] as PropertyKey), ...path.slice(at + 1).map((place) => `[${String(place)}]`)].join('');
}
const WHOLE: Record<string, string> = { '#/path': 'The path', '#/query': 'The query', '#/header': 'The headers' };

/** Shortens a key that the client chose, because it may be long. */
const short = (part: PropertyKey) => String(part).slice(0, 100);

/** Returns a JSON pointer (RFC 6901). */
const pointerOf = (root: string, path: readonly PropertyKey[]) =>
  root + path.map((part) => `/${short(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
