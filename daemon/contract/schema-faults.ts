import { z } from 'zod';
import { type Described, FIELD_FAULTS, type FieldFaultCode, faultOf, fieldFault, wordsOf } from './field-faults.ts';
import { type FieldFault, MOST_FAULTS } from './refusals.ts';

const CODES = new Map(Object.entries(FIELD_FAULTS).map(([code, words]) => [words as string, code as FieldFaultCode]));

const TYPES: Record<string, FieldFaultCode> = {
  string: 'not_text',
  number: 'not_a_number',
  int: 'not_a_whole_number',
  boolean: 'not_a_boolean',
  array: 'not_a_list',
  object: 'not_an_object',
  record: 'not_an_object',
};
const FORMATS: Record<string, FieldFaultCode> = { email: 'not_an_email', uuid: 'not_a_uuid', date: 'not_a_date' };
const TOO_LITTLE: Record<string, FieldFaultCode> = { string: 'too_short', array: 'too_few' };
const TOO_MUCH: Record<string, FieldFaultCode> = { string: 'too_long', array: 'too_many' };

/** The maximum number of allowed values listed in a fault. */
const MOST_VALUES = 30;

/** Converts an issue found by zod to a code in the table. */
function describeIssue(issue: z.core.$ZodRawIssue): Described {
  switch (issue.code) {
    case 'invalid_type':
      return [issue.input === undefined ? 'required' : (TYPES[issue.expected] ?? 'wrong_type')];
    case 'too_small': {
      const code = TOO_LITTLE[issue.origin];
      if (code && Number(issue.minimum) === 1) return ['empty'];
      return [code ?? 'too_small', { limit: Number(issue.minimum) }];
    }
    case 'too_big':
      return [TOO_MUCH[issue.origin] ?? 'too_large', { limit: Number(issue.maximum) }];
    case 'not_multiple_of':
      return ['not_multiple', { limit: issue.divisor }];
    case 'invalid_value':
      return ['not_one_of', { values: issue.values.slice(0, MOST_VALUES).map(String) }];
    case 'invalid_union':
      if (!Array.isArray(issue.options)) return ['invalid'];
      return ['not_one_of', { values: issue.options.slice(0, MOST_VALUES).map(String) }];
    case 'invalid_format':
      return [FORMATS[issue.format] ?? 'invalid'];
    default:
      return ['invalid'];
  }
}

// Zod's own words would be "Too small: expected string to have >=1 characters". The words in a schema have priority.
z.config({ customError: (issue) => wordsOf(...describeIssue(issue)) });

/** Adds the fault found by a schema's own rule. */
export const addFault = (context: z.RefinementCtx, code: FieldFaultCode, path: string[] = []) =>
  context.addIssue({ code: 'custom', path, message: FIELD_FAULTS[code] });

/**
 * Lists the faults that a schema found, each with a pointer, a code and a sentence with the field's name. It reports
 * only the first fault in a field, because an empty text or a missing list also violates later rules.
 */
export function fieldFaultsOf({ issues }: z.ZodError, root: string): FieldFault[] {
  const faults = issues.slice(0, MOST_FAULTS).flatMap((issue): FieldFault[] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.slice(0, MOST_FAULTS).map((key) => fieldFault(root, [...issue.path, key], 'unknown'));
    const own = CODES.get(issue.message);
    return [faultOf(root, issue.path, issue.message, own ? [own] : describeIssue(withInput(issue)))];
  });
  const named = new Set<string>();
  return faults.filter(({ pointer }) => !named.has(pointer) && named.add(pointer));
}

/**
 * Adds an input, because zod's finished issues have none and every issue without one would be reported as `required`.
 * The issue of a field that is really missing already has the words of `required`.
 */
const withInput = (issue: z.core.$ZodIssue) => ({ ...issue, input: null }) as z.core.$ZodRawIssue;
