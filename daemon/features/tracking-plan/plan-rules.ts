import type { PlanFault } from '../../contract/tracking-plan.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';
import { checkReferences } from './reference-rules.ts';
import {
  type AddFault,
  checkKeywords,
  type Definition,
  type EventType,
  isObject,
  type Path,
  type Reading,
  readDoc,
  readShape,
  type TrackingPlan,
} from './shape-rules.ts';

const MAX_CHARACTERS = 262_144;
const MOST_FAULTS = 50;
const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const MAX_NAME = 255;
const MAX_SUB_TYPES = 1000;
/** Types that a plan cannot contain: payments, and events sent by the SDK itself. */
export const RESERVED_TYPES = ['payment', LANDING_TYPE, 'identify'];
/** Names that the generated types use themselves. */
const TAKEN = ['Taxonomy', 'Record'];

/** Reads a plan from its JSON text, or returns its first faults. */
export function readPlan(text: string): { plan: TrackingPlan } | { faults: PlanFault[] } {
  const faults: PlanFault[] = [];
  const add: AddFault = (path, code, name) => {
    if (faults.length < MOST_FAULTS)
      faults.push({ pointer: pointerOf(path), code, ...(name !== undefined && { name }) });
  };
  const json = parseText(text, add);
  const plan = faults.length === 0 ? readRoot(json, add) : null;
  if (plan && faults.length === 0) checkReferences(plan, add);
  return plan && faults.length === 0 ? { plan } : { faults };
}

function parseText(text: string, add: AddFault): unknown {
  if (text.length > MAX_CHARACTERS) return add([], 'too_long');
  try {
    return JSON.parse(text);
  } catch {
    return add([], 'not_json');
  }
}

function readRoot(json: unknown, add: AddFault): TrackingPlan | null {
  if (!isObject(json)) {
    add([], 'not_a_schema');
    return null;
  }
  const { $defs } = json;
  const reading = { add, isDefined: (name: string) => isObject($defs) && Object.hasOwn($defs, name) };
  checkKeywords(json, ['$schema', '$id', '$defs', 'type', 'properties', 'additionalProperties'], [], reading);
  if (json.$schema !== undefined && json.$schema !== DIALECT) add(['$schema'], 'unknown_version');
  const types = readNames(json, [], reading).map(([name, schema]) => readType(name, schema, reading));
  if (types.reduce((sum, { subTypes }) => sum + subTypes.length, 0) > MAX_SUB_TYPES) add([], 'too_many_types');
  return { types, definitions: readDefinitions($defs, reading), ...readDoc(json, [], reading) };
}

function readType(name: string, schema: unknown, reading: Reading): EventType {
  const path = ['properties', name];
  if (RESERVED_TYPES.includes(name)) reading.add(path, 'reserved_type', name);
  if (!isObject(schema)) {
    reading.add(path, 'not_a_schema');
    return { name, subTypes: [] };
  }
  checkKeywords(schema, ['type', 'properties', 'additionalProperties'], path, reading);
  const subTypes = readNames(schema, path, reading).map(([subName, details]) => ({
    name: subName,
    details: readShape(details, [...path, 'properties', subName], reading),
  }));
  return { name, subTypes, ...readDoc(schema, path, reading) };
}

/** Returns the entries of a level that lists names: types, or the sub-types of a type. */
function readNames(schema: Record<string, unknown>, path: Path, { add }: Reading): [string, unknown][] {
  const { type = 'object', properties, additionalProperties = false } = schema;
  if (type !== 'object') add([...path, 'type'], 'not_a_type');
  if (additionalProperties !== false) add([...path, 'additionalProperties'], 'not_closed');
  const entries = isObject(properties) ? Object.entries(properties) : null;
  if (!entries) add([...path, 'properties'], 'not_a_map');
  else if (entries.length === 0) add([...path, 'properties'], 'empty');
  for (const [name] of entries ?? [])
    if (name.length < 1 || name.length > MAX_NAME) add([...path, 'properties', name], 'wrong_name_length');
  return entries ?? [];
}

function readDefinitions(value: unknown, reading: Reading): Map<string, Definition> {
  const definitions = new Map<string, Definition>();
  if (value !== undefined && !isObject(value)) reading.add(['$defs'], 'not_a_map');
  const taken = new Set(TAKEN);
  for (const [name, schema] of isObject(value) ? Object.entries(value) : []) {
    const path = ['$defs', name];
    const typeName = typeNameOf(name);
    if (!/^[A-Za-z][\w.-]*$/.test(name)) reading.add(path, 'not_a_definition_name');
    else if (taken.has(typeName)) reading.add(path, 'name_taken', typeName);
    taken.add(typeName);
    definitions.set(name, { typeName, shape: readShape(schema, path, reading) });
  }
  return definitions;
}

/** Returns `ItemId` for `item-id`. */
const typeNameOf = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** Returns a JSON pointer (RFC 6901). */
const pointerOf = (path: Path) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
