import { setImmediate } from 'node:timers/promises';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type { FindViolations, PlannedEvent } from '../../domain/events/plan-violation.ts';
import type { Violation } from '../../domain/events/sdk-event.ts';
import { RESERVED_TYPES } from './plan-rules.ts';
import { violationsOf } from './violation-rules.ts';

/** In longer events, only the first violation is found, because a long event could contain thousands. */
const MAX_LENGTH_FOR_ALL = 5000;
const FITS: readonly Violation[] = [];
/** The schemas were checked when the plan was saved, and they contain neither patterns nor formats. */
const CHECKED = { strict: false, validateSchema: false, logger: false, messages: false } as const;
/** Makes compiling faster; checking an event still takes less than a microsecond. */
const SIMPLE = { inlineRefs: false, code: { optimize: false } } as const;

type Schemas = Record<string, unknown>;
interface Plan {
  properties: Record<string, { properties: Schemas }>;
  $defs?: Schemas;
}

/**
 * Creates a function that checks events against a saved plan. While it compiles the plan, the daemon handles other
 * requests after each sub-type.
 */
export async function createPlanCheck(text: string): Promise<FindViolations> {
  const { Ajv2020: Validator } = await import('ajv/dist/2020.js');
  const { properties: types, $defs = {} } = JSON.parse(text) as Plan;
  const all = createValidators(new Validator({ ...CHECKED, ...SIMPLE, allErrors: true }), $defs);
  const first = createValidators(new Validator({ ...CHECKED, ...SIMPLE }), $defs);
  for (const { properties: subTypes } of Object.values(types))
    for (const details of Object.values(subTypes)) {
      all(details);
      await setImmediate();
    }
  return ({ eventType, eventSubType, details = {}, length }: PlannedEvent) => {
    if (RESERVED_TYPES.includes(eventType)) return FITS;
    if (!Object.hasOwn(types, eventType)) return [{ field: '', fault: 'unknown_type' }];
    const subTypes = types[eventType]?.properties ?? {};
    if (!Object.hasOwn(subTypes, eventSubType)) return [{ field: '', fault: 'unknown_sub_type' }];
    const validate = (length > MAX_LENGTH_FOR_ALL ? first : all)(subTypes[eventSubType]);
    return validate(details) ? FITS : violationsOf(validate.errors ?? [], details);
  };
}

/** Creates a function that compiles each schema only once. */
function createValidators(ajv: Ajv2020, $defs: Schemas) {
  const compiled = new Map<unknown, ValidateFunction>();
  return (details: unknown): ValidateFunction => {
    const known = compiled.get(details);
    if (known) return known;
    const made = ajv.compile(details === true ? true : { ...(details as object), $defs });
    compiled.set(details, made);
    return made;
  };
}
