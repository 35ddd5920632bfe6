import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpointList } from '../../daemon/contract/contract.ts';
import type { Endpoint } from '../../daemon/contract/endpoint.ts';
import { runningCampaign } from '../support/http/campaigns.ts';
import { credentialsFor } from '../support/http/credentials.ts';
import { done } from '../support/http/test-client.ts';
import { type RawAnswer, rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// NUL and lone surrogates are refused in every field of every body, query and path, in headers and in CSVs.

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
const namesOf = (schema: z.ZodType | undefined) => Object.keys(schema ? (schemaOf(schema).properties ?? {}) : {});

/** Returns one value for each place in the schema: it fits the schema, and contains the text only in that place. */
function placesOf({ properties, items, anyOf, oneOf }: Schema, text: string): unknown[] {
  const inside = Object.entries(properties ?? {}).flatMap(([name, schema]) =>
    placesOf(schema, text).map((value) => ({ [name]: value })),
  );
  const listed = items ? placesOf(items, text).map((value) => [value]) : [];
  return [...inside, ...listed, ...(anyOf ?? oneOf ?? []).flatMap((schema) => placesOf(schema, text)), text];
}

/** Returns whether a body contains events: the daemon refuses SDK events one by one. */
const isEvent = (value: unknown) =>
  typeof value === 'object' && value !== null && 'events' in value && Array.isArray(value.events);

const pathOf = (entry: Endpoint, values: Record<string, string> = {}) =>
  entry.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '1');

describe('the daemon refuses NUL and lone surrogates', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon();
    await runningCampaign(daemon);
    done(await daemon.owner.call('createKeyPool', { body: { name: 'Steam' } }));
  });
  afterAll(() => daemon?.close());

  const send = async (entry: Endpoint, path: string, body?: string, headers: Record<string, string> = {}) =>
    rawRequest(daemon.url, {
      method: entry.method,
      path,
      headers: {
        ...(await credentialsFor(daemon, entry.access)),
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      },
      ...(body === undefined ? {} : { body }),
    });
  const told = ({ status, json }: RawAnswer) => [
    status,
    json.code,
    JSON.stringify([json.detail, json.errors]).replace(/.*(NUL characters|not valid UTF-8).*/s, '$1'),
  ];
  const forbidden = (what = 'NUL characters') => [400, 'invalid_request', what];
  const JSON_TYPE = { 'Content-Type': 'application/json' };

  describe.each(endpointList.filter(([, { body }]) => body))('in the body of %s', (name, entry) => {
    it.each(['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'])('%j', async (text) => {
      const places = [...placesOf(schemaOf(entry.body as z.ZodType), text), { [text]: 1 }];
      for (const value of places) {
        const body = JSON.stringify(value);
        if (name === 'gameEvent' && isEvent(value)) {
          const { json } = await send(entry, pathOf(entry), body, JSON_TYPE);
          const rejected = [{ index: 0, code: 'invalid_event', detail: expect.stringContaining('NUL characters') }];
          expect(json, body).toMatchObject({ accepted: 0, rejected });
        } else expect(told(await send(entry, pathOf(entry), body, JSON_TYPE)), body).toEqual(forbidden());
      }
    });
  });

  describe.each(endpointList.filter(([, { params, query }]) => params ?? query))('in the URL of %s', (_, entry) => {
    it.each([
      ['%00', forbidden()],
      ['a%00b', forbidden()],
      // These are the bytes of a lone surrogate, and others that are not UTF-8.
      ['%ED%A0%80', forbidden('not valid UTF-8')],
      ['%C0%80', forbidden('not valid UTF-8')],
      ['a%FF', forbidden('not valid UTF-8')],
    ])('%s', async (text, expected) => {
      const body = entry.body ? '{}' : undefined;
      const headers = entry.body ? JSON_TYPE : {};
      for (const name of namesOf(entry.query)) {
        const query = `${pathOf(entry)}?${name}=${text}`;
        expect(told(await send(entry, query, body, headers)), query).toEqual(expected);
      }
      if (entry.query) {
        const named = `${pathOf(entry)}?${text}=1`;
        expect(told(await send(entry, named, body, headers)), named).toEqual(expected);
      }
      for (const name of namesOf(entry.params)) {
        const path = pathOf(entry, { [name]: text });
        const { status } = await send(entry, path, body, headers);
        expect([path, status]).toEqual([path, 400]);
      }
    });
  });

  it('but not a percent sign that encodes nothing', async () => {
    const [, entry] = endpointList.find(([name]) => name === 'listCampaigns') ?? expect.unreachable();
    for (const q of ['100%', '%', '%zz', '%E4%BD%A0', '%EF%BF%BD'])
      expect((await send(entry, `${entry.path}?q=${q}`)).status, q).toBe(200);
  });

  it('in an Idempotency-Key', async () => {
    const [, entry] = endpointList.find(([name]) => name === 'redeem') ?? expect.unreachable();
    const { hostname, port } = new URL(daemon.url);
    for (const key of ['a\0b', '\0', 'a\nb']) {
      const body = '{"user_id":"u","code":"NONE"}';
      const head = `POST ${entry.path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${daemon.serverKey}\r\nIdempotency-Key: ${key}\r\n`;
      const socket = connect(Number(port), hostname);
      socket.end(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      let answer = '';
      for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
      expect(answer.split('\r\n')[0], JSON.stringify(key)).toBe('HTTP/1.1 400 Bad Request');
    }
  });

  const csvs = endpointList.filter(([, { csvBody }]) => csvBody);
  it.each(csvs)('in a CSV for %s', async (name, entry) => {
    const [columns, row] = CSVS[name] ?? expect.unreachable(`an example row for ${name}`);
    const csv = { 'Content-Type': 'text/csv' };
    for (const at of columns.keys()) {
      const cells = row.with(at, `${row[at]}\0`);
      const { json } = await send(entry, pathOf(entry), `${columns}\n${cells.map((cell) => `"${cell}"`)}`, csv);
      expect([columns[at], json.code]).toEqual([columns[at], 'invalid_csv']);
      expect(JSON.stringify(json.errors)).toContain(`line 2: ${columns[at]}: NUL characters are not allowed`);
      const header = columns.with(at, `${columns[at]}\0`);
      expect((await send(entry, pathOf(entry), `${header}\n${row}`, csv)).json.code).toBe('invalid_csv');
    }
    const bytes = Buffer.concat([Buffer.from(`${columns}\n`), Buffer.from('eda080', 'hex')]).toString('latin1');
    const refused = await rawRequest(daemon.url, {
      path: pathOf(entry),
      headers: { ...(await credentialsFor(daemon, entry.access)), ...csv },
      body: Buffer.from(bytes, 'latin1'),
    });
    expect(JSON.stringify(refused.json.errors)).toContain('line 2: not valid UTF-8');
  });
});

/** The columns of each import, with a row that is accepted. */
const CSVS: Partial<Record<string, [string[], string[]]>> = {
  importExchangeRates: [
    ['currency', 'valid_from', 'rate'],
    ['EUR', '2026-01-01', '1.085'],
  ],
  importCodes: [
    ['code', 'name', 'root_url', 'usage_limit', 'active', 'rewards_json'],
    ['OWN-1', 'Gift', 'https://game.example', '5', 'Y', '{}'],
  ],
  addPoolKeys: [['key'], ['AAAA-BBBB']],
  importCreators: [
    ['creator_id', 'display_name', 'email', 'commission_percent', 'status', 'payout_method', 'payout_address'],
    ['ann', 'Ann', 'ann@example.test', '5', 'active', 'bank', 'X'],
  ],
};
