import { escapeHtml } from '../lib/escape-html.ts';
import { docsFrame } from './docs-frame.ts';
import type { HelpPage } from './portal-build.ts';

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

/** Renders an OpenAPI document that `openApiDocument` created. */
export function apiPage(document: Record<string, unknown>, help: Iterable<HelpPage>): string {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const sections = groups.map((group) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === group);
    return `<h2>${escapeHtml(group)}</h2>${own.map(({ path, method, operation }) => section(path, method, operation)).join('')}`;
  });
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const shared = Object.entries(schemas).map(([name, schema]) => fold(name, json(schema)));
  const body = `<h1>redeemd API 1.0</h1>
<p>Machine-readable version: <a href="/v1/openapi.json">/v1/openapi.json</a>. Errors are problem documents (RFC 9457).</p>
${sections.join('')}<h2>Shared schemas</h2>${shared.join('')}`;
  return docsFrame({ title: 'redeemd API 1.0', body, help });
}

function section(path: string, method: string, operation: Operation): string {
  const head = `<span class="method">${method}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary)}`;
  const rows = (operation.parameters ?? []).map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ', required' : ''}</td><td>${json(schema)}</td></tr>`,
  );
  const table = rows.length > 0 ? `<table><tr><th>Parameter<th>Where<th>Form</tr>${rows.join('')}</table>` : '';
  const body = operation.requestBody?.content['application/json'];
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const success = content?.['application/json'];
    return success
      ? fold(`${status} ${description}`, json(success.schema))
      : `<p>${status}: ${escapeHtml(description)}</p>`;
  });
  return `<details id="${escapeHtml(operation.operationId)}"><summary>${head}</summary><p>${escapeHtml(operation.description)}</p>
${table}${body ? `<h4>Body</h4>${json(body.schema)}` : ''}<h4>Responses</h4>${answers.join('')}</details>`;
}

const fold = (title: string, content: string) => `<details><summary>${escapeHtml(title)}</summary>${content}</details>`;
const json = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
