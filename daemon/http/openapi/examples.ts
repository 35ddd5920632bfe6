import { type Json, refTo } from './components.ts';
import { VALUES } from './example-values.ts';

/** The parts of JSON Schema that an example depends on. */
interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

const FORMATS: Record<string, string> = {
  date: '2026-11-25',
  'date-time': '2026-11-25T12:00:00.000Z',
  email: 'ann@mail.example',
  uri: 'https://game.example',
  uuid: '7d1c1f0e-3f0b-4a53-9c55-3f3b0b0d6f10',
};

/** The start of the pattern for IDs in paths, which are whole numbers. */
const ID_PATTERN = '^[1-9]';

/** Creates a function that returns example values of schemas, with the usual value for each field name. */
export function createExamples(schemas: Record<string, Json>) {
  /** @param isAll whether to include optional fields */
  const exampleOf = (schema: Schema, name: string, isAll: boolean): unknown => {
    if (schema.$ref) return exampleOf(schemas[nameIn(schema.$ref)] as Schema, name, isAll);
    if ('const' in schema) return schema.const;
    const value = VALUES[name];
    if (schema.enum) return schema.enum.includes(value) ? value : schema.enum[0];
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (alternatives) return exampleOf(alternatives.find((one) => one.type !== 'null') ?? {}, name, isAll);
    if (schema.properties) return objectOf(schema, isAll);
    const type = [schema.type ?? []].flat().find((one) => one !== 'null');
    if (schema.pattern?.startsWith(ID_PATTERN)) return Number(value) > 0 ? value : '7';
    if (schema.format === 'date-time' && !String(value).includes('T')) return FORMATS['date-time'];
    if (value !== undefined && (type === undefined || isOfType(value, type))) return value;
    if (type === 'array') return [exampleOf(schema.items ?? {}, singular(name), isAll)];
    if (type === 'string') return FORMATS[schema.format ?? ''] ?? name.replaceAll('_', ' ');
    if (type === 'number' || type === 'integer') return Math.max(schema.minimum ?? 0, 1);
    if (type === 'boolean') return true;
    if (schema.type === 'null') return null;
    return {};
  };
  const objectOf = ({ properties = {}, required = [] }: Schema, isAll: boolean) => {
    const names = Object.keys(properties);
    const wanted = isAll ? names : names.filter((name) => required.includes(name));
    // A change contains the version that was read; the example also sets one field.
    const set = names.find((name) => !wanted.includes(name) && name in VALUES);
    const shown = wanted.some((name) => name !== 'version') || !set ? wanted : [...wanted, set];
    return Object.fromEntries(shown.map((name) => [name, exampleOf(properties[name] ?? {}, name, isAll)]));
  };
  return exampleOf as (schema: Json, name: string, isAll: boolean) => unknown;
}

/** Returns whether a value has a type of JSON Schema. */
function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type && !Array.isArray(value);
}

const nameIn = (ref: string) => ref.slice(refTo('').$ref.length);
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');
