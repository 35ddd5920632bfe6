import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { importRatesCommand } from '../../daemon/cli/rates.ts';
import { readConfig } from '../../daemon/config.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const rate = (change: object = {}) => ({ currency: 'EUR', valid_from: '2026-03-01', rate: '1.085', ...change });
const file = (...rows: string[]) => ['currency,valid_from,rate', ...rows].join('\r\n');

describe('exchange rates', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database: 'sqlite', clock: () => NOW });
  });
  afterAll(() => daemon?.close());
  const add = (change: object = {}) => daemon.owner.call('createExchangeRate', { body: rate(change) });
  const send = (csv: string, query: object = {}) => daemon.owner.call('importExchangeRates', { query, body: { csv } });
  const list = async () =>
    done(await daemon.owner.call('listExchangeRates', { query: { limit: 100 } })).data as Record<string, unknown>[];

  it('are listed newest first, with the person who added them', async () => {
    done(await add({ rate: '01.0850' }));
    done(await add({ currency: 'jpy', valid_from: '2026-04-10', rate: '0.0065' }));
    expect(await list()).toMatchObject([
      { rate_id: 2, currency: 'JPY', rate: '0.0065', source: 'staff', corrects_rate_id: null },
      { rate_id: 1, currency: 'EUR', rate: '1.085', valid_from: '2026-03-01', created_by: { staff_id: 1 } },
    ]);
  });

  test.each([
    ['of 0', { rate: '0' }, '/rate'],
    ['below 0', { rate: '-1' }, '/rate'],
    ['of 10^12', { rate: '1000000000000' }, '/rate'],
    ['with 13 digits', { rate: '1.234567890123' }, '/rate'],
    ['of an unknown currency', { currency: 'ABC' }, '/currency'],
    ['of the organisation’s currency', { currency: 'usd' }, '/currency'],
    ['of a date that does not exist', { valid_from: '2026-02-30' }, '/valid_from'],
    ['of a day too far ahead', { valid_from: '2026-04-11' }, '/valid_from'],
  ])('%s are refused', async (_name, change, pointer) => {
    const refused = await add(change);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
    expect(refused.body).toMatchObject({ errors: [{ pointer }] });
  });

  it('make the organisation’s currency unchangeable', async () => {
    const refused = await daemon.owner.edit('changeSettings', { body: { currency: 'EUR' } });
    expect(shape(refused)).toEqual(refusal(400, 'currency_frozen'));
    done(await daemon.owner.edit('changeSettings', { body: { require_currency: false, rate_max_age_days: 30 } }));
  });

  it('are imported from a CSV after a preview; equal rates are stored only once', async () => {
    const csv = file('EUR,2026-03-01,1.085', 'EUR,2026-03-02,1.09', 'JPY,2026-04-10,0.0066');
    const before = await list();
    expect(done(await send(csv, { dry_run: true }))).toMatchObject({ new: 1, changed: 1, unchanged: 1, refused: [] });
    expect(await list()).toEqual(before);
    expect(done(await send(csv))).toEqual({ created: 2, unchanged: 1 });
    expect(done(await send(csv))).toEqual({ created: 0, unchanged: 3 });
    const applies = { source: 'import', replaced_by: null };
    expect(await list()).toMatchObject([
      { rate_id: 4, currency: 'JPY', rate: '0.0066', ...applies },
      { rate_id: 3, currency: 'EUR', rate: '1.09', ...applies },
      { rate_id: 2, currency: 'JPY', rate: '0.0065', replaced_by: { rate_id: 4, rate: '0.0066' } },
      { rate_id: 1, currency: 'EUR', valid_from: '2026-03-01', replaced_by: null },
    ]);
  });

  test.each([
    ['a decimal comma', 'EUR;2026-03-03;1,09', 'rate: must be a decimal number'],
    ['the same day twice', 'EUR,2026-03-03,1\r\nEUR,2026-03-03,2', 'EUR 2026-03-03 is also on line 2'],
    ['a day too far ahead', 'EUR,2027-03-03,1', 'valid_from: must be at most 31 days from today'],
    ['the organisation’s currency', 'USD,2026-03-03,1', 'currency: is the organisation’s currency'],
    ['no rate', 'EUR,2026-03-03,', 'rate is blank'],
  ])('in a file with %s are refused', async (_name, rows, words) => {
    const header = rows.includes(';') ? 'currency;valid_from;rate' : 'currency,valid_from,rate';
    const refused = await send(`${header}\r\n${rows}`);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_csv'));
    expect(JSON.stringify(refused.body)).toContain(words);
  });
});

test('`redeemd rates import` imports a file after a preview, and names each fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-rates-'));
  const { databaseUrl, close } = await startTestDaemon({ database: 'sqlite' });
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const path = join(folder, 'rates.csv');
    const config = readConfig({ REDEEMD_DATABASE_URL: databaseUrl });
    writeFileSync(path, file('EUR,2026-03-01,1.085', 'JPY,2026-03-01,0'));
    const fault = 'line 3: rate: must be a decimal number above 0';
    await importRatesCommand(config, path, { dryRun: true });
    expect(stdout.mock.calls.join('')).toContain(`1 rate to add, 0 unchanged, 1 refused.\n  ${fault}`);
    await expect(importRatesCommand(config, path, {})).rejects.toThrow(fault);
    writeFileSync(path, file('EUR,2026-03-01,1.085'));
    await importRatesCommand(config, path, {});
    expect(stdout.mock.calls.at(-1)).toEqual(['1 rate added, 0 unchanged.\n']);
  } finally {
    stdout.mockRestore();
    await close();
    rmSync(folder, { recursive: true });
  }
});

it('a rate applies immediately on the daemon that stored it, and soon on another one', async () => {
  const first = await startTestDaemon({ database: 'postgres' });
  const second = await startTestDaemon({ databaseUrl: first.databaseUrl });
  try {
    const pay = (daemon: TestDaemon) => {
      const event = { event_type: 'payment', created_at: new Date().toISOString(), game_id: 'game', currency: 'EUR' };
      return daemon.server.call('gameEvent', { body: { events: [{ ...event, event: { user_id: 'u', amount: 1 } }] } });
    };
    for (const daemon of [first, second]) expect(shape(await pay(daemon))).toEqual(refusal(400, 'no_exchange_rate'));
    done(await first.owner.call('createExchangeRate', { body: rate() }));
    done(await pay(first));
    await until('the rate applies', async () => (await pay(second)).status === 200);
  } finally {
    await second.close();
    await first.close();
  }
});
