import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** The list in an endpoint's response. */
export interface List {
  /** The field of the response that contains the list; null if the response itself is the list. */
  field: string | null;
  hasCursor: boolean;
  /** The fields of a row that have a single value, in the contract's order. */
  columns: Column[];
}
export interface Column {
  /** The path of the field, such as `payable.amount`. */
  name: string;
  path: readonly string[];
}

/** Returns whether `format=csv` returns all rows of the endpoint's list. */
export const acceptsCsv = ({ query }: Endpoint): boolean => query instanceof z.ZodObject && 'format' in query.shape;

/** Returns the list in an endpoint's response, or null if there is none or more than one. */
export function listOfAnswer({ answer: { schema } }: Endpoint): List | null {
  const whole = listFrom(schema, null);
  if (whole) return whole;
  const inside = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  const [only, ...more] = inside.flatMap(([name, field]) => listFrom(field as z.ZodType, name) ?? []);
  return more.length === 0 ? (only ?? null) : null;
}

function listFrom(schema: z.ZodType, field: string | null): List | null {
  if (!(schema instanceof z.ZodObject)) return null;
  const { data, total, next_cursor } = schema.shape;
  if (!(data instanceof z.ZodArray) || !(total || next_cursor)) return null;
  return { field, hasCursor: next_cursor !== undefined, columns: columnsOf(data.element as z.ZodType, []) };
}

function columnsOf(schema: z.ZodType, path: readonly string[]): Column[] {
  const plain = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  if (plain !== schema) return columnsOf(plain as z.ZodType, path);
  if (!(schema instanceof z.ZodObject)) return [{ name: path.join('.'), path }];
  return Object.entries(schema.shape).flatMap(([name, field]) => columnsOf(field as z.ZodType, [...path, name]));
}
