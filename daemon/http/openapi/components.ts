import { z } from 'zod';
import { type EndpointName, endpoints } from '../../contract/contract.ts';
import { paymentEvent, sdkEvent } from '../../contract/game-events.ts';
import { capitalized } from '../../lib/capitalized.ts';
import { problemSchema } from './problem-schema.ts';

export type Json = Record<string, unknown>;

/** The objects that several responses contain, each with an endpoint that returns it. */
const SHARED = {
  CreatorCode: 'getCreatorCode',
  OwnPayoutDetails: 'getOwnPayoutDetails',
  PayoutDetailsRequest: 'approvePayoutDetails',
  Session: 'signIn',
  OwnEmails: 'getOwnEmails',
  Member: 'getStaff',
  View: 'createView',
  ActivityPage: 'listCampaignActivity',
  Comment: 'addCampaignComment',
  Campaign: 'getCampaign',
  Code: 'getCode',
  BulkJob: 'getBulkJob',
  ImportResult: 'importCodes',
  Batch: 'getBatch',
  ScheduledChange: 'cancelScheduledChange',
  KeyPool: 'getKeyPool',
  ModeratedCode: 'approveCreatorCode',
  Creator: 'getCreator',
  Tags: 'listCampaignTags',
  ExchangeRate: 'createExchangeRate',
  PayoutRun: 'createPayoutRun',
  ApiKey: 'getApiKey',
  NewApiKey: 'createApiKey',
  Webhook: 'changeWebhook',
  NewWebhook: 'createWebhook',
  Settings: 'getSettings',
} satisfies Record<string, EndpointName>;

/** Collects the named schemas of the document. Objects with the same schema share one name. */
export function createComponents() {
  const schemas: Record<string, Json> = { Problem: problemSchema };
  const names = new Map<unknown, string>();
  const convert = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        const name = io === 'output' && names.get(zodSchema);
        if (!name || Object.is(zodSchema, schema)) return;
        for (const field of Object.keys(jsonSchema)) delete jsonSchema[field];
        jsonSchema.$ref = refTo(name).$ref;
      },
    }) as Json;
    return rest;
  };
  const shared = Object.entries(SHARED).map(([name, endpoint]) => ({
    name,
    schema: endpoints[endpoint].answer.schema,
  }));
  for (const { name, schema } of shared) names.set(schema, name);
  for (const { name, schema } of shared) schemas[name] = convert(schema, 'output');
  schemas.PaymentEvent = convert(paymentEvent, 'input');
  schemas.SdkEvent = convert(sdkEvent, 'input');
  return {
    schemas,
    convert,
    /** Returns a reference to a response's schema, which gets `name` unless it already has a name. */
    output(name: string, schema: z.ZodType): Json {
      const own = names.get(schema) ?? capitalized(name);
      names.set(schema, own);
      schemas[own] ??= convert(schema, 'output');
      return refTo(own);
    },
    /** Adds a schema under a new name. */
    add(name: string, schema: Json): Json {
      schemas[capitalized(name)] = schema;
      return refTo(capitalized(name));
    },
  };
}

export type Components = ReturnType<typeof createComponents>;

export const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
