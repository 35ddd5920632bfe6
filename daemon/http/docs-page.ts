import { escapeHtml } from '../lib/escape-html.ts';

/** The policy of the API's documentation page, which runs no script and fetches nothing. */
export const DOCS_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px}
details{border:1px solid #8884;border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}summary{cursor:pointer}
table{border-collapse:collapse}td,th{border:1px solid #8884;padding:.25rem .6rem;text-align:left;vertical-align:top}.method{font-weight:700}`;

/** Renders an OpenAPI document that `openApiDocument` created. */
export function docsPage(document: Record<string, unknown>): string {
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
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>redeemd API 1.0</title><style>${STYLE}</style></head><body><h1>redeemd API 1.0</h1>
<p>Machine-readable version: <a href="/v1/openapi.json">/v1/openapi.json</a>. Errors are problem documents (RFC 9457).</p>
${sections.join('')}<h2>Shared schemas</h2>${shared.join('')}</body></html>`;
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
