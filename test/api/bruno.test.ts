import lang, { type BrunoRequest } from '@usebruno/lang';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndpointName, endpointList, endpoints } from '../../daemon/contract/contract.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

let daemon: TestDaemon;
let files: Record<string, string>;
let requests: BrunoRequest[];
beforeAll(async () => {
  daemon = await startTestDaemon();
  const response = await fetch(`${daemon.url}/docs/redeemd-bruno.zip`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const unzipped = unzipSync(new Uint8Array(await response.arrayBuffer()));
  files = Object.fromEntries(Object.entries(unzipped).map(([name, bytes]) => [name, strFromU8(bytes)]));
  const paths = Object.keys(files).filter(
    (name) => name.endsWith('.bru') && !/folder\.bru$|\/environments\//.test(name),
  );
  requests = paths.map((path) => lang.bruToJsonV2(files[path] ?? ''));
});
afterAll(() => daemon?.close());

/** Sends a request as Bruno does. */
function send({ http, params = [], headers = [], auth, body }: BrunoRequest, variables: Record<string, string>) {
  const fill = (text: string) => text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => variables[name] ?? '');
  const on = (type: string) => params.filter((part) => part.type === type && part.enabled);
  const path = on('path').reduce(
    (url, { name, value }) => url.replace(`:${name}`, encodeURIComponent(value)),
    http.url,
  );
  const url = new URL(fill(path));
  for (const { name, value } of on('query')) url.searchParams.set(name, value);
  const sent = headers.filter((part) => part.enabled).map(({ name, value }) => [name, fill(value)] as const);
  const token = auth && fill(auth.bearer.token);
  return fetch(url, {
    method: http.method.toUpperCase(),
    headers: {
      ...Object.fromEntries(sent),
      ...(http.body === 'json' && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body?.json ?? null,
  });
}

it('the Bruno collection contains every operation and the daemon’s address', () => {
  expect(requests.map(({ meta }) => meta.name).sort()).toEqual(endpointList.map(([name]) => name).sort());
  expect(JSON.parse(files['redeemd/bruno.json'] ?? '')).toMatchObject({ version: '1', type: 'collection' });
  const { variables } = lang.bruToEnvJsonV2(files['redeemd/environments/This server.bru'] ?? '');
  expect(variables).toMatchObject([
    { name: 'baseUrl', value: daemon.url },
    { name: 'apiKey', secret: true },
    { name: 'accessToken', secret: true },
  ]);
});

it('each request of the Bruno collection reaches its operation', async () => {
  const lost: string[] = [];
  for (const request of requests) {
    const { status } = await send(request, { baseUrl: daemon.url, apiKey: '', accessToken: '' });
    const isPublic = endpoints[request.meta.name as EndpointName].access.kind === 'public';
    const isRefused = isPublic ? status !== 404 && status !== 405 : status === 401;
    if (!isRefused) lost.push(`${request.meta.name}: ${status}`);
  }
  expect(lost).toEqual([]);
});

it('the Bruno collection redeems its example code with an API key, and reads data with an access token', async () => {
  await addCode(daemon, await runningCampaign(daemon), 'SUMMER26');
  const variables = {
    ...{ baseUrl: daemon.url, $guid: 'once' },
    ...{ apiKey: daemon.serverKey, accessToken: daemon.ownerToken },
  };
  const ask = async (name: string) => {
    const request = requests.find(({ meta }) => meta.name === name);
    if (!request) throw new Error(`The collection has no ${name}`);
    const response = await send(request, variables);
    return [response.status, await response.json()];
  };
  expect(await ask('redeem')).toMatchObject([200, { redemption_id: expect.any(String) }]);
  expect((await daemon.db.read(({ db, t }) => db.select().from(t.idempotency_keys))).length).toBe(1);
  expect(await ask('listCampaigns')).toMatchObject([200, { total: 1 }]);
});
