import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ViolationFault } from '../../contract/words.ts';
import type { Violation } from '../../domain/events/sdk-event.ts';

/** Limits the violations that one event can add, because clients can invent any number of field names. */
const MOST_VIOLATIONS = 10;
/** The columns of the key must fit into an index entry. */
const MAX_FIELD = 255;

const FAULTS: Record<string, ViolationFault> = {
  required: 'missing',
  additionalProperties: 'unexpected',
  type: 'wrong_type',
  enum: 'wrong_value',
  const: 'wrong_value',
  anyOf: 'no_alternative',
  oneOf: 'no_alternative',
};

/** Returns the validator's errors as violations, without duplicates. */
export function violationsOf(errors: readonly ErrorObject[], details: unknown): Violation[] {
  const found = new Map<string, Violation>();
  for (const { keyword, instancePath, params } of outermost(errors)) {
    const name = params.missingProperty ?? params.additionalProperty;
    const path = name === undefined ? instancePath : `${instancePath}/${escaped(String(name))}`;
    const violation = { field: fieldOf(path, details), fault: FAULTS[keyword] ?? 'wrong_type' };
    found.set(JSON.stringify(violation), violation);
    if (found.size === MOST_VIOLATIONS) break;
  }
  return [...found.values()];
}

/** Leaves out errors in individual alternatives, which the validator reports before the error for their `anyOf`. */
function outermost(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = new Set<string>();
  const isInside = (path: string) => {
    for (let at = path.length; at >= 0; at = at === 0 ? -1 : path.lastIndexOf('/', at - 1))
      if (unions.has(path.slice(0, at))) return true;
    return false;
  };
  const left = errors.toReversed().filter(({ keyword, instancePath }) => {
    if (isInside(instancePath)) return false;
    if (keyword === 'anyOf' || keyword === 'oneOf') unions.add(instancePath);
    return true;
  });
  return left.reverse();
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns a pointer with `*` in place of each index, so that all entries of a list are counted together. */
function fieldOf(pointer: string, details: unknown): string {
  let value: unknown = details;
  const parts = pointer.split('/').slice(1);
  const shown = parts.map((part) => {
    const isEntry = Array.isArray(value);
    value = (value as Record<string, unknown> | null | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    return isEntry ? '*' : part;
  });
  return shown
    .map((part) => `/${part}`)
    .join('')
    .slice(0, MAX_FIELD)
    .replace(/[\uD800-\uDBFF]$/, '');
}
