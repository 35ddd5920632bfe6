import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { fieldFault } from '../contract/field-faults.ts';
import { AppError, type FieldFault, MOST_FAULTS } from '../contract/refusals.ts';
import { fieldFaultsOf } from '../contract/schema-faults.ts';
import { isForbiddenText } from '../lib/forbidden-text.ts';

export interface RawParts {
  params: Record<string, string>;
  query: string;
  headers: Record<string, string | string[] | undefined>;
}

/** One part of a request as its schema parsed it, or its faults. */
export interface CheckedPart {
  data?: unknown;
  faults: readonly FieldFault[];
}

/** @param root the beginning of the faults' pointers, which is empty for the body */
export function checkPart(schema: z.ZodType | undefined, value: unknown, root = ''): CheckedPart {
  if (!schema) return NO_PART;
  const read = schema.safeParse(value);
  return read.success ? { data: read.data, faults: [] } : { faults: fieldFaultsOf(read.error, root) };
}

export const NO_PART: CheckedPart = { faults: [] };

/** Checks all parts of a request before it throws, so that one response lists the faults of all of them. */
export function validate(entry: Endpoint, raw: RawParts, body: CheckedPart) {
  const faults: FieldFault[] = [];
  const check = (schema: z.ZodType | undefined, value: unknown, root: string) => {
    const part = checkPart(schema, value, root);
    faults.push(...part.faults);
    return part.data;
  };
  refuseForbidden(raw.params, '#/path', faults);
  const params = check(entry.params, raw.params, '#/path');
  const query = check(entry.query ?? undefined, queryOf(raw.query, entry, faults), '#/query');
  const headers = check(entry.headers, entry.headers ? raw.headers : {}, '#/header') ?? {};
  faults.push(...body.faults);
  if (faults.length > 0) throw new AppError({ code: 'invalid_request', errors: faults.slice(0, MOST_FAULTS) });
  return { params, query, headers: headers as Record<string, string | undefined>, body: body.data };
}

function queryOf(text: string, entry: Endpoint, faults: FieldFault[]): Record<string, string> {
  if (text === '') return {};
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!entry.query) faults.push(fieldFault('#/query', [name], 'unknown'));
    else if (values.has(name)) faults.push(fieldFault('#/query', [name], 'repeated'));
    values.set(name, value);
  }
  for (const pair of text.split('&')) {
    if (isEncodedUtf8(pair)) continue;
    const [name = ''] = new URLSearchParams(pair).keys();
    faults.push(fieldFault('#/query', [name], 'not_utf8'));
  }
  const object = Object.fromEntries(values);
  refuseForbidden(object, '#/query', faults);
  return object;
}

const ENCODED = /(?:%[0-9a-f]{2})+/gi;

/** URLSearchParams replaces bytes that are not UTF-8, such as those of a lone surrogate, so this checks them. */
const isEncodedUtf8 = (text: string) =>
  (text.match(ENCODED) ?? []).every((run) => isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex')));

function refuseForbidden(values: Record<string, string>, root: string, faults: FieldFault[]) {
  for (const [name, value] of Object.entries(values)) {
    if (isForbiddenText(name) || isForbiddenText(value)) faults.push(fieldFault(root, [name], 'nul_characters'));
  }
}
