import { z } from 'zod';
import { answersOf, type Endpoint } from '../../contract/endpoint.ts';
import { acceptsCsv } from '../../contract/list-rows.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type Components, type Json, refTo } from './components.ts';
import { BODIES } from './example-bodies.ts';
import type { createExamples } from './examples.ts';
import { requestHeaders, responseHeaders } from './headers.ts';
import { problemResponses, TEST_MARK } from './problems.ts';
import { securityOf, whoMay } from './security.ts';
import { tagOf } from './tags.ts';

export interface Parts {
  components: Components;
  exampleOf: ReturnType<typeof createExamples>;
}

/** Returns the OpenAPI operation for an endpoint. */
export function operationOf(name: string, entry: Endpoint, parts: Parts): Json {
  const parameters = [
    ...parametersOf(entry.params, 'path', parts),
    ...parametersOf(entry.query, 'query', parts),
    ...parametersOf(entry.headers, 'header', parts),
    ...requestHeaders,
  ];
  return {
    operationId: name,
    summary: entry.summary,
    tags: [tagOf(entry.path)],
    description: whoMay(entry.access),
    security: securityOf(entry),
    parameters,
    ...(entry.body ? { requestBody: requestBody(name, entry, entry.body, parts) } : {}),
    responses: {
      ...successes(name, entry, parts),
      ...(entry.notModified ? { 304: { description: 'The ETag in If-None-Match is still valid' } } : {}),
      ...problemResponses(name, entry, parts.components),
    },
  };
}

/** Groups the responses by status. If two responses have the same status, the schema accepts either. */
function successes(name: string, entry: Endpoint, { components, exampleOf }: Parts): Json {
  if (entry.answer.type) {
    const content = { [entry.answer.type]: { schema: { type: 'string' } } };
    return { [entry.answer.status]: { description: 'Success', headers: responseHeaders, content } };
  }
  const byStatus = groupBy(answersOf(entry), ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, answers]) => {
      const schemas = answers.map(({ schema }) =>
        components.output(`${name}${schema === entry.dryRun ? 'DryRun' : 'Response'}`, schema),
      );
      const [first = {}] = schemas;
      const whole = schemas.length > 1 ? { anyOf: schemas } : first;
      const schema =
        entry.access.kind === 'key' && !(entry.answer.schema instanceof z.ZodArray)
          ? { allOf: [whole, { properties: TEST_MARK }] }
          : whole;
      const csv = acceptsCsv(entry) ? { 'text/csv': { schema: { type: 'string' } } } : {};
      const content = { 'application/json': { schema, example: exampleOf(first, '', true) }, ...csv };
      return [status, { description: 'Success', headers: responseHeaders, content }];
    }),
  );
}

function requestBody(name: string, entry: Endpoint, body: z.ZodType, { components, exampleOf }: Parts): Json {
  const schema = components.convert(body, 'input');
  if (entry.events) {
    // The daemon checks each event separately, so the request's own schema does not describe the events.
    const items = { anyOf: entry.events.map(refTo) };
    const { events, ...rest } = schema.properties as Record<string, Json>;
    schema.properties = { ...rest, events: { ...events, items } };
  }
  const required = !body.safeParse(undefined).success;
  const ref = components.add(`${name}Request`, schema);
  const example = BODIES[name] ?? exampleOf(ref, '', false);
  const csv = entry.csvBody ? { 'text/csv': { schema: { type: 'string' } } } : {};
  return { required, content: { 'application/json': { schema: ref, example }, ...csv } };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query' | 'header', parts: Parts): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = parts.components.convert(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(place === 'path' ? { example: parts.exampleOf(property, name, true) } : {}),
  }));
}
