import { endpointList } from '../../contract/contract.ts';
import { refusalsOf } from '../../contract/endpoint.ts';
import { API_VERSION } from '../../contract/environment.ts';
import { WEBHOOK_EVENT_TYPES } from '../../contract/words.ts';
import { createComponents, type Json } from './components.ts';
import { createExamples } from './examples.ts';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { operationOf } from './operation.ts';
import { problemExample } from './problems.ts';
import { securitySchemes } from './security.ts';
import { TAGS } from './tags.ts';
import { webhookOperation } from './webhook-operation.ts';

/** Returns the OpenAPI 3.1 document of every API endpoint, from the same schemas that check the requests. */
export function openApiDocument(publicUrl: string): Json {
  const components = createComponents();
  const exampleOf = createExamples(components.schemas);
  const parts = { components, exampleOf };
  const paths: Record<string, Json> = {};
  for (const [name, entry] of endpointList)
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operationOf(name, entry, parts) };
  const webhooks = Object.fromEntries(WEBHOOK_EVENT_TYPES.map((type) => [type, webhookOperation(type, parts)]));
  const codes = [...new Set(endpointList.flatMap(([, entry]) => refusalsOf(entry)))];
  return {
    openapi: '3.1.0',
    info: { title: 'redeemd', version: API_VERSION, description: 'Redeem and referral codes for games.' },
    servers: [{ url: publicUrl }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      securitySchemes: securitySchemes(publicUrl),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      schemas: components.schemas,
      examples: Object.fromEntries(codes.map((code) => [code, problemExample(code)])),
    },
  };
}
