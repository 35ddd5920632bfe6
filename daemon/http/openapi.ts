import { z } from 'zod';
import { endpointList } from '../contract/contract.ts';
import { type Access, answersOf, type Endpoint, refusalsOf } from '../contract/endpoint.ts';
import { API_VERSION } from '../contract/environment.ts';
import { FIELD_FAULTS } from '../contract/field-faults.ts';
import { paymentEvent, sdkEvent } from '../contract/game-events.ts';
import { acceptsCsv } from '../contract/list-rows.ts';
import { PROBLEM_TYPE, type RefusalCode, statusOf } from '../contract/refusals.ts';
import { changedByOut } from '../contract/versions.ts';
import { webhookBody } from '../contract/webhook-events.ts';
import { WEBHOOK_EVENT_TYPES } from '../contract/words.ts';
import { cookieName } from '../domain/session-cookies.ts';
import { groupBy } from '../lib/group-by.ts';

type Json = Record<string, unknown>;

const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** Returns the OpenAPI 3.1 document of every API endpoint, from the same schemas that check the requests. */
export function openApiDocument(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, entry] of endpointList)
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(name, entry) };
  return {
    openapi: '3.1.0',
    info: { title: 'redeemd', version: API_VERSION, description: 'Redeem and referral codes for games.' },
    servers: [{ url: publicUrl }],
    paths,
    webhooks: Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, webhookOperation(type)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        staff: { type: 'http', scheme: 'bearer', description: 'The token from POST /v1/admin/session.' },
        staffCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('staff', publicUrl),
          description: 'A browser session, from POST /v1/admin/session with cookie: true.',
        },
        creator: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token from POST /v1/creator/session, or an embed token.',
        },
        creatorCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('creator', publicUrl),
          description: 'A browser session, from POST /v1/creator/session with cookie: true.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: 'X-CSRF-Token',
          description: 'The csrf_token of the session. Requests with the cookie need it unless they are GET.',
        },
      },
      schemas: {
        Problem: problemSchema,
        PaymentEvent: jsonSchema(paymentEvent, 'input'),
        SdkEvent: jsonSchema(sdkEvent, 'input'),
      },
    },
  };
}

const TAGS = {
  public: 'For the Portal',
  staff: 'For the Portal',
  key: 'For programs',
  creator: 'For creators',
} satisfies Record<Access['kind'], string>;

function operation(name: string, entry: Endpoint): Json {
  const parameters = [
    ...parametersOf(entry.params, 'path'),
    ...parametersOf(entry.query, 'query'),
    ...parametersOf(entry.headers, 'header'),
  ];
  return {
    operationId: name,
    summary: entry.summary,
    tags: [TAGS[entry.access.kind]],
    description: whoMay(entry.access),
    security: securityOf(entry),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(entry.body ? { requestBody: requestBody(entry.body, entry) } : {}),
    responses: {
      ...successes(entry),
      ...(entry.notModified ? { 304: { description: 'The ETag in If-None-Match is still valid' } } : {}),
      ...problemResponses(entry),
    },
  };
}

/** Groups the responses by status. If two have the same status, its schema is either of theirs. */
function successes(entry: Endpoint): Json {
  const schemasByStatus = groupBy(
    answersOf(entry),
    ({ status }) => status,
    ({ schema }) => jsonSchema(schema, 'output'),
  );
  return Object.fromEntries(
    [...schemasByStatus].map(([status, schemas]) => {
      const schema = schemas.length > 1 ? { anyOf: schemas } : schemas[0];
      const csv = acceptsCsv(entry) ? { 'text/csv': { schema: { type: 'string' } } } : {};
      const content = { [entry.answer.type ?? 'application/json']: { schema }, ...csv };
      return [status, { description: 'Success', content }];
    }),
  );
}

/** Describes a message as a webhook endpoint gets it. The signature is that of Standard Webhooks. */
const webhookOperation = (type: (typeof WEBHOOK_EVENT_TYPES)[number]): Json => ({
  post: {
    operationId: `webhook ${type}`,
    summary: `${type}, delivered at least once with a stable webhook-id`,
    tags: ['Webhooks'],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: jsonSchema(webhookBody(type), 'output') } },
    },
    responses: {
      '2XX': { description: 'Accepted' },
      410: { description: 'The endpoint is gone; the daemon disables it' },
      default: { description: 'Retried, up to nine times' },
    },
  },
});

function requestBody(body: z.ZodType, { csvBody, events: kinds }: Endpoint): Json {
  const schema = jsonSchema(body, 'input');
  if (kinds) {
    // The daemon checks each event separately, so the request's own schema does not describe the events.
    const items = { anyOf: kinds.map((kind) => ({ $ref: `#/components/schemas/${kind}` })) };
    const { events, ...rest } = schema.properties as Record<string, Json>;
    schema.properties = { ...rest, events: { ...events, items } };
  }
  const csv = csvBody ? { 'text/csv': { schema: { type: 'string' } } } : {};
  return { required: !body.safeParse(undefined).success, content: { 'application/json': { schema }, ...csv } };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query' | 'header'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function problemResponses(entry: Endpoint): Json {
  return Object.fromEntries(
    [...groupBy(new Set(refusalsOf(entry)), statusOf)].map(([status, list]) => [
      status,
      {
        description: list.join(', '),
        content: { [PROBLEM_TYPE]: { schema: { allOf: [PROBLEM, { properties: membersOf(entry, list) }] } } },
      },
    ]),
  );
}

const membersOf = ({ current, refusalFields }: Endpoint, codes: readonly RefusalCode[]): Json => ({
  code: { enum: codes },
  ...Object.fromEntries(
    codes.flatMap((code) =>
      Object.entries(refusalFields?.[code] ?? {}).map(([name, schema]) => {
        const { description } = schema;
        const when = `With ${code}${description ? `: ${description}` : ''}.`;
        return [name, { ...jsonSchema(schema, 'output'), description: when }];
      }),
    ),
  ),
  ...(current && codes.includes('edit_conflict')
    ? {
        current: { ...jsonSchema(current, 'output'), description: 'With edit_conflict: the object as it is now.' },
        changed_by: {
          ...jsonSchema(changedByOut, 'output'),
          description:
            'With edit_conflict: who made the last change; null if it was not a person, or not this object alone.',
        },
      }
    : {}),
});

/** Returns OpenAPI's alternatives: one entry is enough, and an entry requires all of its schemes. */
function securityOf({ access, method }: Endpoint): Record<string, never[]>[] {
  if (access.kind === 'public') return [];
  if (access.kind === 'key') return [{ apiKey: [] }];
  const csrf: Record<string, never[]> = method === 'GET' ? {} : { csrf: [] };
  if (access.kind === 'creator') return [{ creator: [] }, { creatorCookie: [], ...csrf }];
  return [{ staff: [] }, { staffCookie: [], ...csrf }];
}

function whoMay(access: Access): string {
  if (access.kind === 'public') return 'Needs no authentication.';
  if (access.kind === 'staff') return `Staff with the role ${access.roles.join(', ').replace(/, (\w+)$/, ' or $1')}.`;
  if (access.kind === 'creator') return 'The creator of the session, about their own data alone.';
  return `API keys of kind ${access.keys.join(' or ')} with the scope ${access.scopes.join(' or ')}.`;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

const problemSchema = {
  type: 'object',
  description:
    'A problem document (RFC 9457). `code` is stable; `errors` points to the faults in the body or the query.',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'code', 'detail'],
        properties: {
          pointer: { type: 'string' },
          code: { type: 'string', enum: Object.keys(FIELD_FAULTS), description: 'The kind of fault; stable.' },
          detail: { type: 'string' },
          limit: { type: 'number', description: 'The limit in the detail.' },
          count: { type: 'number', description: 'The number in the detail that the request asks for.' },
          values: { type: 'array', items: { type: 'string' }, description: 'The allowed values in the detail.' },
        },
      },
    },
  },
};
