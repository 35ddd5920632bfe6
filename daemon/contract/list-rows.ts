import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** Describes the rows in an endpoint's response. */
export interface List {
  /** The path to the rows in the response. Figures have no rows until they have been counted. */
  path: readonly string[];
  /** Figures have no pages: a response contains all of their rows. */
  pages: 'by cursor' | 'by number' | 'none';
  /** The fields of a row, in the contract's order. Nested objects are flattened; an array is one column. */
  columns: Column[];
}
export interface Column {
  /** The path of the field, such as `payable.amount`. */
  name: string;
  path: readonly string[];
}

/** Returns whether `format=csv` returns all rows of the endpoint's list. */
export const acceptsCsv = ({ query }: Endpoint): boolean => query instanceof z.ZodObject && 'format' in query.shape;

/**
 * Returns the list in an endpoint's response, or null if there is none or more than one.
 * @param table the name of one of several tables of figures; by default the first one
 */
export function listOfAnswer({ answer: { schema } }: Endpoint, table?: string): List | null {
  const whole = listFrom(schema, []);
  if (whole) return whole;
  if (!(schema instanceof z.ZodObject)) return null;
  if ('counted_at' in schema.shape) {
    const tables = tablesIn(schema, []);
    return tables.find(({ path }) => path.at(-1) === table) ?? tables[0] ?? null;
  }
  const [only, ...more] = Object.entries(schema.shape).flatMap(
    ([name, field]) => listFrom(field as z.ZodType, [name]) ?? [],
  );
  return more.length === 0 ? (only ?? null) : null;
}

function listFrom(schema: z.ZodType, path: readonly string[]): List | null {
  if (!(schema instanceof z.ZodObject)) return null;
  const { data, total, next_cursor } = schema.shape;
  if (!(data instanceof z.ZodArray) || !(total || next_cursor)) return null;
  const pages = next_cursor ? 'by cursor' : 'by number';
  return { path: [...path, 'data'], pages, columns: columnsOf(data.element as z.ZodType, []) };
}

/** Returns the tables of a response with figures: its arrays of objects. */
function tablesIn(schema: z.ZodType, path: readonly string[]): List[] {
  const plain = withoutNull(schema);
  if (plain instanceof z.ZodObject)
    return Object.entries(plain.shape).flatMap(([name, field]) => tablesIn(field as z.ZodType, [...path, name]));
  if (!(plain instanceof z.ZodArray) || !(plain.element instanceof z.ZodObject)) return [];
  return [{ path, pages: 'none', columns: columnsOf(plain.element, []) }];
}

const withoutNull = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? withoutNull(schema.unwrap() as z.ZodType)
    : schema;

function columnsOf(nullable: z.ZodType, path: readonly string[]): Column[] {
  const schema = withoutNull(nullable);
  if (!(schema instanceof z.ZodObject)) return [{ name: path.join('.'), path }];
  return Object.entries(schema.shape).flatMap(([name, field]) => columnsOf(field as z.ZodType, [...path, name]));
}
