import type { PlanFaultCode } from '../../contract/tracking-plan.ts';

// Reads a tracking plan's JSON Schemas, which use only what TypeScript can express.

type Scalar = string | number | boolean | null;
const TYPES = ['string', 'integer', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type TypeName = (typeof TYPES)[number];

export interface Doc {
  description?: string;
  deprecated?: boolean;
}
interface Field {
  name: string;
  required: boolean;
  shape: Shape;
}
/** What a schema allows. */
export type Shape = Doc &
  (
    | { kind: 'any' }
    | { kind: 'values'; values: readonly Scalar[] }
    | { kind: 'reference'; name: string }
    | { kind: 'union'; of: readonly Shape[] }
    /** `rest` is the shape of additional fields; null if there can be none. */
    | { kind: 'types'; types: readonly TypeName[]; fields: readonly Field[]; rest: Shape | null; items: Shape }
  );

interface SubType {
  name: string;
  details: Shape;
}
export interface EventType extends Doc {
  name: string;
  subTypes: readonly SubType[];
}
export interface Definition {
  /** The name in TypeScript. */
  typeName: string;
  shape: Shape;
}
export interface TrackingPlan extends Doc {
  types: readonly EventType[];
  definitions: ReadonlyMap<string, Definition>;
}

export type Path = readonly (string | number)[];
export type AddFault = (path: Path, code: PlanFaultCode, name?: string) => void;
/** Collects the faults, and checks whether a definition exists. */
export interface Reading {
  add: AddFault;
  isDefined(name: string): boolean;
}
type Json = Record<string, unknown>;

const ANY: Shape = { kind: 'any' };
const MAX_DEPTH = 32;
/** Keywords that only describe a schema. */
const NOTES = ['title', 'description', '$comment', 'examples', 'default', 'deprecated'];
const SUPPORTED = [
  ...['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf', '$ref'],
  ...['$schema', '$id', '$defs'],
];

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar => value === null || !['object', 'undefined'].includes(typeof value);

/** Reports all keywords that are not allowed here. */
export function checkKeywords(schema: Json, allowed: readonly string[], path: Path, { add }: Reading): void {
  for (const name of Object.keys(schema)) {
    if (allowed.includes(name) || NOTES.includes(name)) continue;
    add([...path, name], SUPPORTED.includes(name) ? 'not_here' : 'not_supported', name);
  }
}

export function readDoc({ description, deprecated }: Json, path: Path, { add }: Reading): Doc {
  if (description !== undefined && typeof description !== 'string') add([...path, 'description'], 'not_text');
  if (deprecated !== undefined && typeof deprecated !== 'boolean') add([...path, 'deprecated'], 'not_a_boolean');
  return {
    ...(typeof description === 'string' && { description }),
    ...(deprecated === true && { deprecated }),
  };
}

/** Returns what a schema allows. After a fault, the result is meaningless. */
export function readShape(schema: unknown, path: Path, reading: Reading, depth = 1): Shape {
  if (schema === true) return ANY;
  if (!isObject(schema)) reading.add(path, 'not_a_schema');
  else if (depth > MAX_DEPTH) reading.add(path, 'too_deep');
  else return { ...readKind(schema, path, reading, depth), ...readDoc(schema, path, reading) };
  return ANY;
}

function readKind(schema: Json, path: Path, reading: Reading, depth: number): Shape {
  if ('$ref' in schema) return readReference(schema, path, reading);
  const choice = (['anyOf', 'oneOf'] as const).find((name) => name in schema);
  if (choice) return readUnion(schema, choice, path, reading, depth);
  const values = (['const', 'enum'] as const).find((name) => name in schema);
  if (values) return readValues(schema, values, path, reading);
  if ('type' in schema) return readTypes(schema, path, reading, depth);
  for (const name of Object.keys(schema)) {
    if (NOTES.includes(name)) continue;
    reading.add([...path, name], SUPPORTED.includes(name) ? 'needs_type' : 'not_supported', name);
  }
  return ANY;
}

function readReference(schema: Json, path: Path, reading: Reading): Shape {
  checkKeywords(schema, ['$ref'], path, reading);
  const [, name = ''] = /^#\/\$defs\/([^/]+)$/.exec(String(schema.$ref)) ?? [];
  if (name === '') reading.add([...path, '$ref'], 'not_a_reference');
  else if (!reading.isDefined(name)) reading.add([...path, '$ref'], 'unknown_definition', name);
  return { kind: 'reference', name };
}

function readUnion(schema: Json, keyword: 'anyOf' | 'oneOf', path: Path, reading: Reading, depth: number): Shape {
  checkKeywords(schema, [keyword], path, reading);
  const at = [...path, keyword];
  const of = listAt(schema[keyword], at, reading);
  return { kind: 'union', of: of.map((one, index) => readShape(one, [...at, index], reading, depth + 1)) };
}

function readValues(schema: Json, keyword: 'const' | 'enum', path: Path, reading: Reading): Shape {
  checkKeywords(schema, [keyword, 'type'], path, reading);
  const types = 'type' in schema ? readTypeNames(schema.type, [...path, 'type'], reading) : null;
  const at = [...path, keyword];
  const values = keyword === 'const' ? [schema.const] : listAt(schema.enum, at, reading);
  for (const [index, value] of values.entries()) {
    const place = keyword === 'const' ? at : [...at, index];
    if (!isScalar(value)) reading.add(place, 'not_a_value');
    else if (types && !types.some((type) => fits(value, type))) reading.add(place, 'other_type');
  }
  return { kind: 'values', values: values.filter(isScalar) };
}

function fits(value: Scalar, type: TypeName): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && value !== null;
}

function readTypes(schema: Json, path: Path, reading: Reading, depth: number): Shape {
  const types = readTypeNames(schema.type, [...path, 'type'], reading);
  const ofObject = types.includes('object') ? ['properties', 'required', 'additionalProperties'] : [];
  const ofArray = types.includes('array') ? ['items'] : [];
  checkKeywords(schema, ['type', ...ofObject, ...ofArray], path, reading);
  const { items = true, additionalProperties: rest = true } = schema;
  const fields = readFields(schema, path, reading, depth);
  const restPath = [...path, 'additionalProperties'];
  if (fields.length > 0 && typeof rest !== 'boolean') reading.add(restPath, 'rest_beside_fields');
  return {
    kind: 'types',
    types,
    fields,
    rest: rest === false ? null : readShape(rest, restPath, reading, depth + 1),
    items: readShape(items, [...path, 'items'], reading, depth + 1),
  };
}

function readTypeNames(value: unknown, path: Path, { add }: Reading): TypeName[] {
  const names = (Array.isArray(value) ? value : [value]) as TypeName[];
  if (names.length > 0 && names.every((name) => TYPES.includes(name))) return [...new Set(names)];
  add(path, 'not_a_type');
  return [...TYPES];
}

function readFields(schema: Json, path: Path, reading: Reading, depth: number): Field[] {
  const { properties = {}, required = [] } = schema;
  const at = [...path, 'properties'];
  if (!isObject(properties)) reading.add(at, 'not_a_map');
  const isList = Array.isArray(required) && required.every((name) => typeof name === 'string');
  if (!isList) reading.add([...path, 'required'], 'not_names');
  if (!(isObject(properties) && isList)) return [];
  for (const [index, name] of required.entries())
    if (!Object.hasOwn(properties, name)) reading.add([...path, 'required', index], 'not_a_field', name);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    shape: readShape(field, [...at, name], reading, depth + 1),
  }));
}

function listAt(value: unknown, path: Path, { add }: Reading): unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  add(path, Array.isArray(value) ? 'empty' : 'not_a_list');
  return [];
}
