// Writes the types of the SDK (`npm run sdk:types`): sdk/server-types.ts from the API's contract, with the operations for
// game servers, their refusals and the messages to webhooks, and sdk/declarations.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { compile } from 'json-schema-to-typescript';
import { root } from './paths.mjs';
import { declaredModules } from './sdk-build.mjs';

/** The endpoints of the contract that `GameServer` calls. */
const OPERATIONS = [
  ...['redeem', 'validate', 'reportRedemption', 'getRedemption', 'gameEvent'],
  ...['createCreatorCode', 'listCreatorCodes', 'getCreatorCode', 'decideCreatorCode'],
  ...['createCreatorLink', 'createCreatorEmbedToken', 'analytics'],
];

/** Returns the source of the types. */
export async function serverTypes() {
  const { components, paths, webhooks } = await readDocument();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  /** @type {Record<string, object>} */
  const wanted = {};
  /** @type {Set<string>} */
  const codes = new Set();
  /** @type {Map<string, string>} */
  const fields = new Map();
  const want = (/** @type {{ $ref: string }} */ { $ref }) => {
    const name = $ref.slice('#/components/schemas/'.length);
    if (wanted[name]) return;
    wanted[name] = components.schemas[name];
    for (const [, inner] of JSON.stringify(components.schemas[name]).matchAll(/"\$ref":"([^"]+)"/g))
      want({ $ref: String(inner) });
  };
  for (const name of OPERATIONS) {
    const { requestBody, responses } = operations.find(({ operationId }) => operationId === name);
    if (requestBody) want(requestBody.content['application/json'].schema);
    for (const response of Object.values(responses)) {
      if (response.content['application/json'])
        want(response.content['application/json'].schema.allOf?.[0] ?? response.content['application/json'].schema);
      const problem = response.content['application/problem+json'];
      for (const code of Object.keys(problem?.examples ?? {})) codes.add(code);
      for (const [field, { type, description = '' }] of Object.entries(problem?.schema.allOf[1].properties ?? {})) {
        const [, code, what] = /^With (\w+): (.*)/.exec(description) ?? [];
        if (code) fields.set(code, `  ${code}: {\n    /** ${what} */\n    ${field}: ${type};\n  };`);
      }
    }
  }
  const messages = Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].schema);
  for (const message of messages) want(message);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(Object.keys(wanted).map((name) => [name, { $ref: `#/definitions/${name}` }])),
    definitions: JSON.parse(JSON.stringify(wanted).replaceAll('#/components/schemas/', '#/definitions/')),
  };
  const types = await compile(/** @type {object} */ (schema), 'Unused', {
    additionalProperties: false,
    bannerComment: '',
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const names = messages.map(({ $ref }) => $ref.split('/').at(-1));
  return `// Made by build/sdk-types.mjs from the contract of the API; do not edit.

${types.replace(/export interface Unused \{[^}]*\}\n/, '')}
/** A message to a webhook endpoint. */
export type WebhookMessage =
${names.map((name) => `  | ${name}`).join('\n')};

/** Why the daemon refused a request. */
export type RefusalCode =
${[...codes].map((code) => `  | '${code}'`).join('\n')};

/** The fields that some refusals have in addition to those of every refusal. */
export interface RefusalFields {
${[...fields.values()].join('\n')}
}
`;
}

/** Creates the OpenAPI document of the contract. */
async function readDocument() {
  const folder = mkdtempSync(join(root, 'node_modules/.sdk-types-'));
  try {
    const outfile = join(folder, 'document.mjs');
    const entryPoints = [join(root, 'daemon/http/openapi/document.ts')];
    await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external' });
    const { openApiDocument } = await import(pathToFileURL(outfile).href);
    return JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1')));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the declarations of each module that the entries use, as the compiler writes them. */
export function declarations() {
  const draft = mkdtempSync(join(root, 'node_modules/.sdk-types-'));
  try {
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal', '--outDir', draft];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', join(root, 'sdk'), ...emit], { stdio: ['ignore', 2, 2] });
    const names = declaredModules.map((name) => `${name}.d.ts`);
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(draft, name), 'utf8')]));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'sdk/server-types.ts'), await serverTypes());
  mkdirSync(join(root, 'sdk/declarations'), { recursive: true });
  for (const [name, text] of Object.entries(declarations())) writeFileSync(join(root, 'sdk/declarations', name), text);
}
