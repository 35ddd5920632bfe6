import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchRates } from '../../daemon/features/exchange-rates/fetch-rates.ts';
import { jobsFor } from '../../daemon/jobs/jobs.ts';
import { done } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN } from '../support/http/webhooks.ts';
import {
  answering,
  type Behaviour,
  cutting,
  endless,
  type Receiver,
  silent,
  startReceiver,
} from '../support/servers/receiver.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { ecbFile } from '../support/world/ecb-file.ts';

const HOUR = 3_600_000;
const FRIDAY = { '2026-11-20': { USD: '1.25', JPY: '160', GBP: '0.8' } };
const NETWORKS = LOOPBACK_OPEN.REDEEMD_ALLOW_PRIVATE_WEBHOOKS.split(',');
const serving = (...days: Parameters<typeof ecbFile>) => answering(200, ecbFile(...days));
const go = new AbortController().signal;

type Row = Record<string, unknown>;

const ratesOf = async ({ owner }: TestDaemon) =>
  done(await owner.call('listExchangeRates', { query: { limit: 100 } })).data.map(
    ({ currency, valid_from, rate, source, created_by }: Row) =>
      [currency, valid_from, rate, source, created_by && 'staff'].join(' '),
  );

let server: Receiver;
beforeAll(async () => {
  server = await startReceiver();
});
afterAll(() => server.close());

test('the job adds each day’s rates once, and does not change rates that staff have entered', async () => {
  const clock = { now: Date.parse('2026-11-20T16:20:00Z') };
  const env = { ...LOOPBACK_OPEN, REDEEMD_RATES_URL: server.url };
  const daemon = await startTestDaemon({ database: 'postgres', clock: () => clock.now, env });
  const later = async (file: Behaviour) => {
    server.behave(file);
    clock.now += HOUR;
    await daemon.runDueJobs();
    const { data } = done(await daemon.owner.call('listJobs'));
    return data.find(({ job }: Row) => job === 'fetch-rates')?.last_run;
  };
  const isRequired = async () => done(await daemon.owner.call('getSettings')).require_currency;
  try {
    await daemon.runDueJobs();
    expect([server.received.length, await isRequired()]).toEqual([0, false]);
    expect(await later(serving(FRIDAY))).toMatchObject({ period: '2026-11-20T16:00Z', status: 'done' });
    const friday = ['GBP 2026-11-20 1.5625 job ', 'JPY 2026-11-20 0.0078125 job ', 'EUR 2026-11-20 1.25 job '];
    expect([await ratesOf(daemon), await isRequired()]).toEqual([friday, true]);
    expect(server.received[0]).toMatchObject({ path: '/hook', headers: { 'accept-encoding': 'identity' } });

    // The job adds nothing if it gets the same file again, if it gets a web page, or if staff have entered a rate.
    expect((await later(serving(FRIDAY)))?.status).toBe('done');
    expect(await later(answering(200, '<html>\0</html>'))).toMatchObject({
      status: 'failed',
      error: `Error: No rates from 127.0.0.1:${server.port}: the file is not in the European Central Bank’s format: it begins with "<html>\\u0000</html>"`,
    });
    const byHand = { currency: 'EUR', valid_from: '2026-11-20', rate: '1.24' };
    done(await daemon.owner.call('createExchangeRate', { body: byHand }));
    expect((await later(serving(FRIDAY)))?.status).toBe('done');
    expect(await ratesOf(daemon)).toEqual(['EUR 2026-11-20 1.24 staff staff', ...friday]);

    // A file with several days adds the missing days, once, even if two runs read it at the same time.
    server.behave(serving({ '2026-11-23': { USD: '1.2' }, ...FRIDAY, '2026-11-19': { USD: '1.6' } }));
    const source = { url: server.url, privateNetworks: NETWORKS };
    await Promise.all([1, 2].map(() => fetchRates(daemon.db, source, clock.now, go)));
    const [last, first, ...others] = await ratesOf(daemon);
    expect([last, first]).toEqual(['EUR 2026-11-23 1.2 job ', 'EUR 2026-11-19 1.6 job ']);
    expect(others).toHaveLength(4);
    const { data } = done(await daemon.owner.call('listAudit', { query: { entity: 'exchange_rate', limit: 10 } }));
    const byJob = { action: 'exchange_rate.import', staff: null };
    expect(data).toMatchObject([
      { ...byJob, after: { valid_from: '2026-11-23', rates: 1 } },
      { ...byJob, after: { valid_from: '2026-11-19', rates: 1 } },
      { action: 'exchange_rate.create', staff: { staff_id: 1 }, after: byHand },
      { ...byJob, after: { valid_from: '2026-11-20', rates: 3 } },
    ]);
  } finally {
    await daemon.close();
  }
});

describe('a run adds nothing', () => {
  const NOW = Date.parse('2026-11-20T16:20:00Z');
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database: 'sqlite', clock: () => NOW });
  });
  afterAll(() => daemon?.close());
  const fetching = (change: object = {}, signal = go) =>
    fetchRates(daemon.db, { url: server.url, privateNetworks: NETWORKS, ...change }, NOW, signal);

  const packed: Behaviour = (response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(ecbFile(FRIDAY)));
  const half: Behaviour = (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write(ecbFile(FRIDAY).slice(0, 500));
    setImmediate(() => response.destroy());
  };
  const future = serving({ ...FRIDAY, '2026-12-22': { USD: '1.25' } });

  test.each<[string, Behaviour, object, string]>([
    ['an error', answering(503, 'busy'), {}, 'the response status is 503'],
    ['no file', answering(204), {}, 'the response status is 204'],
    [
      'a redirect',
      answering(302, '', { location: 'https://other.example/' }),
      {},
      'a redirect (302), which is not followed',
    ],
    ['a file without end', endless, {}, 'the file is larger than 1 MB'],
    ['a compressed file', packed, {}, 'the response is compressed (gzip)'],
    ['no response', silent, { timeoutMs: 100 }, 'no complete response within 0.1 s'],
    ['a closed connection', cutting, {}, 'the connection was closed'],
    ['half a file', half, {}, 'the connection was closed'],
    ['a day far ahead', future, {}, '2026-12-22 in the file must be at most 31 days from today'],
    ['other currencies', serving({ '2026-11-20': { JPY: '160' } }), {}, 'no rate for USD, the organisation’s currency'],
    ['a private address', serving(FRIDAY), { privateNetworks: [] }, 'the address is private and not allowed by'],
    ['a public address over http', serving(FRIDAY), { url: 'http://8.8.8.8/' }, 'the URL must begin with https'],
    [
      'an unknown host',
      serving(FRIDAY),
      { url: 'https://rates.invalid/' },
      'No rates from rates.invalid: the host name',
    ],
  ])('and reports the reason: %s', async (_name, file, change, why) => {
    server.behave(file);
    await expect(fetching(change)).rejects.toThrow(why);
    expect(await ratesOf(daemon)).toEqual([]);
    await expect.poll(() => server.open()).toBe(0);
  });

  test('if the daemon stops', async () => {
    const stopping = new AbortController();
    server.behave(() => stopping.abort(new Error('stopped')));
    await expect(fetching({}, stopping.signal)).rejects.toThrow(/^stopped$/);
    expect(await ratesOf(daemon)).toEqual([]);
  });
});

test('without an address, there is no job that fetches rates', () => {
  const names = (ratesUrl?: string) => jobsFor({ ratesUrl }).map(({ name }) => name);
  expect(names()).not.toContain('fetch-rates');
  expect(names('https://rates.example/')).toEqual([...names(), 'fetch-rates']);
});
