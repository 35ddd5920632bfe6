import type { ApiDocument, Content, Operation, Parameter } from '../../contract/api-document.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { docsFrame } from '../docs-frame.ts';
import type { HelpPage } from '../portal-build.ts';
import { REQUEST_HEADERS } from './headers.ts';

/** Renders the result of `openApiDocument` as an HTML page. */
export function apiPage(document: ApiDocument, help: Iterable<HelpPage>): string {
  const { tags, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const list = own.map(({ path, method, operation }) => section(`${method} ${path}`, operation));
    return `<h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${list.join('')}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `<details id="${name}"><summary>${name}</summary>${json(schema)}</details>`,
  );
  const refusals = Object.entries(components.examples).map(([code, { value }]) => fold(code, json(value)));
  const body = `<h1>redeemd API 1.0</h1>
<p>Machine-readable version: <a href="/v1/openapi.json">/v1/openapi.json</a>. Collection for
<a href="https://www.usebruno.com">Bruno</a>: <a href="/docs/redeemd-bruno.zip">redeemd-bruno.zip</a>. Errors are problem documents (RFC 9457).</p>
<h4>Headers that every request can contain</h4>${table(Object.values(REQUEST_HEADERS))}
${sections.join('')}<h2 id="refusals">Refusals</h2>${refusals.join('')}<h2>Schemas</h2>${schemas.join('')}
<script type="module" src="/docs/try-requests.js"></script>`;
  return docsFrame({ title: 'redeemd API 1.0', body, help });
}

function section(title: string, { operationId, summary, description, parameters, ...rest }: Operation): string {
  const own = parameters.filter((one) => 'name' in one);
  const responses = Object.entries(rest.responses).map(([status, response]) => {
    const success = response.content?.['application/json'];
    return `<p>${status}: ${escapeHtml(response.description)}</p>${success ? shown(success) : ''}`;
  });
  const body = rest.requestBody?.content['application/json'];
  const [method = '', path = ''] = title.split(' ');
  return `<details class="operation" id="${escapeHtml(operationId)}"><summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p>
${own.length > 0 ? table(own) : ''}${body ? `<h4>Body</h4>${shown(body)}` : ''}<h4>Responses</h4>${responses.join('')}</details>`;
}

function table(parameters: Parameter[]): string {
  const rows = parameters.map(
    ({ name, in: place, required, description = '', schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${escapeHtml(description)}${json(schema)}</td></tr>`,
  );
  return `<table><tr><th>Parameter<th>Where<th>Description</tr>${rows.join('')}</table>`;
}

/** Shows an example and a link to its schema. */
function shown({ schema, example }: Content[string]): string {
  const name = schema.$ref?.split('/').at(-1);
  const link = name ? `<p>Schema: <a href="#${name}">${name}</a></p>` : fold('Schema', json(schema));
  return `${json(example)}${link}`;
}

const fold = (title: string, content: string) => `<details><summary>${escapeHtml(title)}</summary>${content}</details>`;
const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
