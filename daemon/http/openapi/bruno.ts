import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ApiDocument, Operation, Parameter } from '../../contract/api-document.ts';

/** Creates a ZIP with a collection of the API for Bruno (usebruno.com), from the OpenAPI document. */
export async function brunoZip(document: ApiDocument): Promise<Buffer> {
  const zip = new ZipFile();
  const mtime = new Date('2000-01-01T00:00:00Z');
  for (const [path, text] of brunoFiles(document)) zip.addBuffer(Buffer.from(text), `redeemd/${path}`, { mtime });
  zip.end();
  return buffer(zip.outputStream);
}

function brunoFiles({ servers, tags, paths }: ApiDocument): [path: string, text: string][] {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation], seq): [string, string] => {
      const folder = operation.tags[0] ?? '';
      return [`${folder}/${operation.operationId}.bru`, request({ method, path, operation, seq })];
    }),
  );
  const folders = tags.map(({ name, description }, seq): [string, string] => [
    `${name}/folder.bru`,
    blocks(['meta', fields({ name, seq: seq + 1 })], ['docs', description]),
  ]);
  return [
    ['bruno.json', JSON.stringify({ version: '1', name: 'redeemd', type: 'collection' }, null, 2)],
    [
      'environments/This server.bru',
      `${blocks(['vars', fields({ baseUrl: servers[0]?.url })])}vars:secret [\n  apiKey,\n  accessToken\n]\n`,
    ],
    ...folders,
    ...requests,
  ];
}

interface Request {
  method: string;
  path: string;
  operation: Operation;
  seq: number;
}

function request({ method, path, operation, seq }: Request): string {
  const { operationId, summary, description, security, parameters, requestBody } = operation;
  const own = parameters.filter((one): one is Parameter => 'name' in one);
  const scheme = Object.keys(security?.[0] ?? {})[0];
  const body = requestBody?.content['application/json']?.example;
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const auth = scheme === 'staff' ? 'bearer' : 'none';
  return blocks(
    ['meta', fields({ name: operationId, type: 'http', seq: seq + 1 })],
    [method, fields({ url, body: body === undefined ? 'none' : 'json', auth })],
    ['params:query', values(own, 'query')],
    ['params:path', values(own, 'path')],
    ['headers', (scheme === 'apiKey' ? 'X-API-Key: {{apiKey}}\n' : '') + values(own, 'header')],
    ['auth:bearer', auth === 'bearer' ? 'token: {{accessToken}}' : ''],
    ['body:json', body === undefined ? '' : JSON.stringify(body, null, 2)],
    ['docs', `${summary}\n\n${description}`],
  );
}

/** Lists parameters. Optional ones are turned off. */
const values = (parameters: Parameter[], place: string) =>
  parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, example }) => {
      // Each request that is sent from Bruno gets a new idempotency key and therefore redeems again.
      if (name === 'idempotency-key') return `${name}: {{$guid}}`;
      return `${required ? '' : '~'}${name}: ${example ?? ''}`;
    })
    .join('\n');

const fields = (values: Record<string, unknown>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const blocks = (...all: [name: string, content: string][]) =>
  all
    .filter(([, content]) => content !== '')
    .map(([name, content]) => `${name} {\n${content.trim().replace(/^(?=.)/gm, '  ')}\n}\n`)
    .join('\n');
