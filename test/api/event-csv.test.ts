import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOfQuarter } from '../../daemon/lib/clock.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { recordsOf } from '../support/http/payouts.ts';
import { bearer, done, iso } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const NOW = Date.UTC(2026, 0, 14, 12);
const DAY = 86_400_000;
const STEPS = encodeURIComponent('[["session_created",null],["=shop","opened"],["=shop","bought"]]');

type Row = Record<string, unknown>;

/** The path of each table, a function that finds its rows in the JSON, and its columns. */
const TABLES: Record<string, readonly [path: string, rowsOf: (answer: Row) => unknown, columns: string]> = {
  types: ['stats?activity=false', (answer) => answer.types, 'event_type,event_sub_type,events'],
  series: ['stats?activity=false&table=series', (answer) => answer.series, 'at,events'],
  sessions: ['stats?table=by_session', (answer) => (answer.activity as Row).by_session, 'session_id,events'],
  users: ['stats?table=by_user', (answer) => (answer.activity as Row).by_user, 'user_id,events'],
  links: [
    'funnel?',
    (answer) => answer.data,
    'referral_link,sessions,users,claimers,payers,revenue.amount,revenue.currency',
  ],
  utms: [
    'funnel/utms?utm=utm_campaign',
    (answer) => answer.data,
    'value,sessions,users,claimers,payers,revenue.amount,revenue.currency',
  ],
  steps: [`funnel/steps?steps=${STEPS}`, (answer) => answer.steps, 'event_type,event_sub_type,users,median_ms,p90_ms'],
  cohorts: ['cohorts?weeks=3', (answer) => answer.data, 'week,users,active.0,active.1,active.2'],
};

describe('tables of event figures as a CSV', () => {
  let daemon: TestDaemon;
  beforeAll(async () => {
    daemon = await startTestDaemon({ clock: () => NOW, booksMayDiffer: true });
    const times = { starts_at: iso(NOW - 1), ends_at: iso(NOW + DAY), commission_tiers: undefined };
    await addCode(daemon, await runningCampaign(daemon, times), 'GIFT');
    const send = (events: object[]) => daemon.server.call('gameEvent', { body: { events } }).then(done);
    const session_id = randomUUID();
    const event = (user_id: string, ago: number, event_type: string, event_sub_type: string, more = {}) => ({
      ...{ event_type, event: { event_sub_type }, created_at: iso(NOW - ago), game_id: 'game', session_id },
      ...{ event_id: randomUUID(), anon_id: `anon_${user_id}`, user_details: { user_id } },
      app_details: { platform_id: 'web' },
      ...more,
    });
    const came = { service_referral_link: 'https://game.example/?a="b",c', utms: { utm_campaign: '+spring' } };
    await send([
      event('ann', 8 * DAY, 'session_created', 'new', came),
      event('ann', 8 * DAY - 90_000, '=shop', 'opened'),
      event('ann', DAY, '=shop', 'bought'),
      event('ben', DAY, 'session_created', 'new', { ...came, session_id: randomUUID() }),
      event('ben', DAY - 1500, '=shop', 'opened'),
    ]);
    done(await daemon.server.call('redeem', { body: { user_id: 'ann', code: 'GIFT' } }));
    const paid = {
      event_type: 'payment',
      created_at: iso(NOW),
      game_id: 'game',
      event: { user_id: 'ann', amount: 1234.5 },
    };
    await send([paid]);
  });
  afterAll(() => daemon?.close());

  const ask = (path: string) => fetch(`${daemon.url}/v1/admin/events/${path}`, { headers: bearer(daemon.ownerToken) });
  const csvOf = async (path: string) => {
    const response = await ask(`${path}&format=csv`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    return Buffer.from(await response.arrayBuffer());
  };
  const cellOf = (row: Row, column: string) => {
    const value = column.split('.').reduce<unknown>((part, name) => (part as Row | undefined)?.[name], row);
    const text = value === null || value === undefined ? '' : String(value);
    return /^[=+]/.test(text) ? `'${text}` : text;
  };

  it.each(Object.entries(TABLES))('%s have the same figures as the JSON', async (_, [path, rowsOf, columns]) => {
    const answer = (await (await ask(path)).json()) as Row;
    const rows = rowsOf(answer) as Row[];
    expect(rows.length).toBeGreaterThan(0);
    const csv = await csvOf(path);
    expect(csv.toString().split('\r\n')[0]).toBe(columns);
    const expected = rows.map((row) => Object.fromEntries(columns.split(',').map((name) => [name, cellOf(row, name)])));
    expect(recordsOf(csv)).toEqual(expected);
  });

  it('have amounts, times and texts in the same format as other CSVs', async () => {
    expect((await csvOf('funnel?')).toString().split('\r\n')[1]).toBe(
      '"https://game.example/?a=""b"",c",2,2,1,1,1234.50,USD',
    );
    expect((await csvOf(TABLES.steps?.[0] ?? '')).toString().split('\r\n').slice(1)).toEqual([
      'session_created,,2,,',
      "'=shop,opened,2,90000,90000",
      `'=shop,bought,1,${7 * DAY - 90_000},${7 * DAY - 90_000}`,
      '',
    ]);
    expect(recordsOf(await csvOf('cohorts?weeks=3')).map((row) => Object.values(row).slice(1))).toEqual([
      ['0', '0', '0', '0'],
      ['1', '1', '1', ''],
      ['1', '1', '', ''],
    ]);
  });

  it('contain the chosen columns, and are refused if they do not have one of them', async () => {
    expect((await csvOf('cohorts?weeks=2&columns=active,week')).toString().split('\r\n')[0]).toBe(
      'active.0,active.1,week',
    );
    expect((await csvOf('stats?table=series&columns=events')).toString().split('\r\n')[0]).toBe('events');
    for (const path of ['stats?columns=at', 'stats?table=none', 'funnel?columns=referral_link,user_id']) {
      const response = await ask(`${path}&format=csv`);
      expect([response.status, ((await response.json()) as Row).code]).toEqual([400, 'invalid_request']);
    }
  });

  it('are refused until the figures have been counted', async () => {
    const refusalOf = async (path: string) => {
      const response = await ask(`${path}&format=csv`);
      return [response.status, ((await response.json()) as Row).code];
    };
    expect(await refusalOf('stats?activity=false&table=by_user')).toEqual([409, 'job_not_done']);
    // According to the counts by hour, there are more events than can be counted while a request waits.
    const many = { game_id: 'many', event_type: 'shop', event_sub_type: 'opened', slot: 0, events: 2_000_000 };
    await daemon.db.write(({ db, t }) =>
      db.insert(t.sdk_event_hours).values({ ...many, hour: startOfQuarter(NOW - DAY) }),
    );
    expect(await refusalOf('funnel?game_id=many&wait_ms=0')).toEqual([409, 'job_not_done']);
    const response = await ask('stats?game_id=many&activity=false&format=csv');
    expect(await response.text()).toBe('event_type,event_sub_type,events\r\nshop,opened,2000000\r\n');
  });
});
