import type { ApiDocument, Operation, Parameter } from '../../../daemon/contract/api-document.ts';
import { docs as t } from '../texts/docs.ts';

// Lets readers of /docs try the endpoints that programs call with an API key. It runs in the page that the daemon
// renders, without the Portal's libraries. The key stays in the page's memory.

interface Request {
  method: string;
  path: string;
  operation: Operation;
}

const key = makeKeyField();
let requests: Promise<Map<string, Request>> | undefined;

for (const details of document.querySelectorAll<HTMLDetailsElement>('details.operation'))
  details.addEventListener('toggle', () => void addForm(details), { once: true });

async function addForm(details: HTMLDetailsElement) {
  requests ??= readRequests();
  const request = (await requests).get(details.id);
  if (request) details.querySelector('p')?.after(makeForm(request));
}

/** Reads the operations that API keys may call. */
async function readRequests(): Promise<Map<string, Request>> {
  const { paths }: ApiDocument = await (await fetch('/v1/openapi.json')).json();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const ofKeys = all.filter(({ operation }) => operation.security?.some((one) => 'apiKey' in one));
  return new Map(ofKeys.map((request) => [request.operation.operationId, request]));
}

function makeKeyField(): HTMLInputElement {
  const field = make(document.createElement('input'), { type: 'password', autocomplete: 'off', spellcheck: false });
  const label = make(document.createElement('label'), { textContent: `${t.key} ` });
  label.append(field);
  const note = make(document.createElement('p'), { textContent: t.keyNote });
  document.querySelector('h1')?.after(label, note);
  return field;
}

function makeForm({ method, path, operation }: Request): HTMLFormElement {
  const form = make(document.createElement('form'), {});
  form.setAttribute('aria-label', t.tryIt);
  form.append(make(document.createElement('h4'), { textContent: t.tryIt }));
  const parameters = operation.parameters.filter((one): one is Parameter => 'name' in one);
  const fields = parameters.map((parameter) => {
    const field = make(document.createElement('input'), {
      value: String(parameter.example ?? ''),
      required: parameter.required ?? false,
    });
    addLabelled(form, parameter.name, field);
    return { ...parameter, field };
  });
  const example = operation.requestBody?.content['application/json']?.example;
  const body =
    example === undefined
      ? null
      : make(document.createElement('textarea'), { value: JSON.stringify(example, null, 2), rows: 8 });
  if (body) addLabelled(form, t.body, body);
  const output = make(document.createElement('pre'), {});
  output.setAttribute('role', 'status');
  form.append(make(document.createElement('button'), { textContent: t.send }), output);
  const filled = (place: string) => fields.filter((one) => one.in === place && one.field.value !== '');
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.textContent = t.sending;
    const inPath = filled('path').reduce(
      (url, { name, field }) => url.replace(`{${name}}`, encodeURIComponent(field.value)),
      path,
    );
    const query = new URLSearchParams(filled('query').map(({ name, field }) => [name, field.value]));
    const headers = {
      // The daemon then refuses every key that is not a test key, so nothing real can change.
      ...{ 'X-API-Key': key.value, 'X-Test-Key': 'true' },
      ...(body && { 'Content-Type': 'application/json' }),
      ...Object.fromEntries(filled('header').map(({ name, field }) => [name, field.value])),
    };
    output.textContent = await send(`${inPath}${query.size > 0 ? `?${query}` : ''}`, {
      ...{ method, headers, body: body?.value ?? null, credentials: 'omit' },
    });
  });
  return form;
}

/** Returns the response as text, or why there is none. */
async function send(url: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, request);
    return `${response.status}\n${pretty(await response.text())}`;
  } catch (error) {
    return `${t.notSent} ${error}`;
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function addLabelled(form: HTMLFormElement, name: string, field: HTMLElement) {
  const label = make(document.createElement('label'), { textContent: `${name} ` });
  label.append(field);
  form.append(label);
}

function make<E extends HTMLElement>(element: E, values: Partial<E>): E {
  return Object.assign(element, values);
}
