import type { z } from 'zod';
import { type Endpoint, refusalsOf } from '../../contract/endpoint.ts';
import { FIELD_FAULTS } from '../../contract/field-faults.ts';
import { PROBLEM_TYPE, problemBody, type RefusalCode, sentenceOf, statusOf } from '../../contract/refusals.ts';
import { changedByOut } from '../../contract/versions.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type Components, type Json, refTo } from './components.ts';
import { retryHeaders } from './headers.ts';

/** The field that each response to a test key contains. */
export const TEST_MARK = { test: { const: true, description: 'With a test key.' } };

/** Groups an endpoint's refusals by status, with an example of each. */
export function problemResponses(name: string, entry: Endpoint, components: Components): Json {
  const byStatus = groupBy(new Set(refusalsOf(entry)), statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const schema = { allOf: [refTo('Problem'), { properties: membersOf(name, entry, codes, components) }] };
      const examples = Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
      const headers = status === 429 || status === 503 ? { headers: retryHeaders } : {};
      return [status, { description: codes.join(', '), ...headers, content: { [PROBLEM_TYPE]: { schema, examples } } }];
    }),
  );
}

function membersOf(name: string, entry: Endpoint, codes: readonly RefusalCode[], components: Components): Json {
  const fields = codes.flatMap((code) =>
    Object.entries(entry.refusalFields?.[code] ?? {}).map(([field, schema]) => [
      field,
      memberOf(code, schema, components),
    ]),
  );
  const { current } = entry;
  return {
    code: { enum: codes },
    ...(entry.access.kind === 'key' && TEST_MARK),
    ...Object.fromEntries(fields),
    ...(current && codes.includes('edit_conflict')
      ? {
          current: {
            allOf: [components.output(`${name}Current`, current)],
            description: 'With edit_conflict: the object as it is now.',
          },
          changed_by: {
            ...components.convert(changedByOut, 'output'),
            description:
              'With edit_conflict: who made the last change; null if staff did not make it, or if it changed several objects.',
          },
        }
      : {}),
  };
}

function memberOf(code: RefusalCode, schema: z.ZodType, { convert }: Components): Json {
  const { description } = schema;
  return { ...convert(schema, 'output'), description: `With ${code}${description ? `: ${description}` : ''}.` };
}

/** The fields that some refusals contain in addition to those of every problem document. */
const EXTRAS: Partial<Record<RefusalCode, Json>> = {
  already_redeemed: { redemption_id: '1042' },
  conditions_not_met: { attribute: 'level' },
};

/** Returns an example of a refusal, as a caller gets it. */
export function problemExample(code: RefusalCode): Json {
  const errors =
    code === 'invalid_request'
      ? [{ pointer: '/user_id', code: 'required' as const, detail: FIELD_FAULTS.required }]
      : undefined;
  const body = problemBody({ code, errors, extra: EXTRAS[code] }, 'kJ3xQ0cA5fWb2LqT');
  return { summary: sentenceOf({ code }), value: JSON.parse(body) };
}
