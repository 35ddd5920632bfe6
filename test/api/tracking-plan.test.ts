import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { apiKey, done, iso, pointersOf, refusal, shape, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

type Row = AnswerOf<Endpoints['listPlanViolations']>['data'][number];
type Entry = AnswerOf<Endpoints['listAudit']>['data'][number];
type Stored = AnswerOf<Endpoints['listEvents']>['data'][number];

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10, 12);
const PLAN = JSON.stringify({
  properties: {
    shop: {
      properties: {
        opened: { type: 'object', additionalProperties: false },
        bought: {
          type: 'object',
          properties: {
            item: { $ref: '#/$defs/item' },
            spend: { type: 'integer' },
            from: { enum: ['list', 'offer'] },
            tags: { type: 'array', items: { anyOf: [{ type: 'string' }, { const: 0 }] } },
            'a/b': { type: 'boolean' },
          },
          required: ['item', 'spend'],
          additionalProperties: false,
        },
        free: true,
      },
    },
  },
  $defs: { item: { type: ['string', 'integer'] } },
});

describe.each(['sqlite', 'postgres'] as const)('a tracking plan on %s', (database) => {
  const clock = { now: START };
  let daemon: TestDaemon;
  let serial = 0;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => clock.now });
  });
  afterAll(() => daemon?.close());

  const newGame = () => `game_${++serial}`;
  const save = (game_id: string, version = 0, plan_json = PLAN) =>
    daemon.owner.call('saveTrackingPlan', { body: { game_id, plan_json, version } });
  const planned = async () => {
    const game = newGame();
    done(await save(game));
    return game;
  };
  const event = (game_id: string, sub: string, event_details?: object, change: object = {}) => ({
    ...sdkEvent(),
    game_id,
    created_at: iso(clock.now),
    event: { event_sub_type: sub, ...(event_details && { event_details }) },
    ...change,
  });
  const send = async (...events: object[]) => done(await daemon.server.call('gameEvent', { body: { events } }));
  const list = async (query: object): Promise<Row[]> =>
    done(await daemon.owner.call('listPlanViolations', { query })).data;
  const found = async (game_id: string) =>
    (await list({ game_id })).map(({ event_type: type, event_sub_type: sub, field, fault, events }) =>
      [type, sub, field, fault, events].join(' '),
    );

  it('can be read, changed in the version that was read, and deleted; each change is in the audit log', async () => {
    const game_id = newGame();
    const read = async () => done(await daemon.owner.call('getTrackingPlan', { query: { game_id } }));
    expect(await read()).toEqual({ game_id, plan_json: null, updated_at: null, version: 0 });
    const first = done(await save(game_id));
    expect(first).toEqual({ game_id, plan_json: PLAN, updated_at: iso(clock.now), version: 1 });
    expect(await read()).toEqual(first);
    const conflict = await save(game_id);
    expect([shape(conflict), conflict.body]).toMatchObject([refusal(409, 'edit_conflict'), { current: first }]);
    expect(done(await save(game_id, 1)).version).toBe(1);
    const spaced = `${PLAN}\n`;
    expect(done(await save(game_id, 1, spaced))).toMatchObject({ version: 2, plan_json: spaced });
    const drop = (version?: number) => daemon.owner.call('deleteTrackingPlan', { body: { game_id, version } });
    expect(shape(await drop(1))).toEqual(refusal(409, 'edit_conflict'));
    expect(done(await drop(2))).toMatchObject({ plan_json: null, version: 0 });
    expect(shape(await drop())).toEqual(refusal(404, 'not_found'));
    const log = done(await daemon.owner.call('listAudit', { query: { entity: 'tracking_plan', entity_id: game_id } }));
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
    const names = ['shop opened', 'shop bought', 'shop free'];
    const whole = { sub_types: names, plan_hash: hash };
    expect(log.data.map(({ action, before, after }: Entry) => ({ action, before, after }))).toEqual([
      { action: 'tracking_plan.delete', before: whole, after: null },
      { action: 'tracking_plan.save', before: { plan_hash: hash }, after: { plan_hash: hash } },
      { action: 'tracking_plan.save', before: null, after: whole },
    ]);
  });

  it('is refused with pointers to its faults, and nothing is saved', async () => {
    const game_id = newGame();
    const plan = { properties: { shop: { properties: { bought: { type: 'object', minProperties: 1 } } } } };
    const refused = await save(game_id, 0, JSON.stringify(plan));
    expect([shape(refused), pointersOf(refused)]).toEqual([
      refusal(400, 'invalid_request'),
      ['/plan_json/properties/shop/properties/bought/minProperties'],
    ]);
    expect(refused.body).toMatchObject({
      errors: [{ code: 'invalid', detail: 'minProperties is not supported.' }],
      plan_faults: [
        { pointer: '/properties/shop/properties/bought/minProperties', code: 'not_supported', name: 'minProperties' },
      ],
    });
    expect(pointersOf(await save(game_id, 0, '{'))).toEqual(['/plan_json']);
    expect(done(await daemon.owner.call('getTrackingPlan', { query: { game_id } })).version).toBe(0);
  });

  it('is created only once if two people save it at once; one of them gets a conflict', async () => {
    const game_id = newGame();
    const both = await Promise.all([save(game_id), save(game_id, 0, `${PLAN} `)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('marks the events that do not fit, by type and field; all are stored', async () => {
    const game = await planned();
    const bad = { item: null, spend: 1.5, from: 'shelf', tags: ['a', 1, 2], 'a/b': 'x', 'c~': 1 };
    const answer = await send(
      event(game, 'opened'),
      event(game, 'bought', { item: 'sword', spend: 3, tags: ['a', 0] }),
      event(game, 'free', { any: [1] }),
      event(game, 'free'),
      event(game, 'bought', bad),
      event(game, 'bought'),
      event(game, 'sold'),
      event(game, 'x', {}, { event_type: 'level' }),
      event(game, 'toString', {}, { event_type: 'constructor' }),
      event(game, 'session_created', { any: 1 }, { event_type: 'session_created' }),
      event(game, 'identify', { any: 1 }, { event_type: 'identify' }),
    );
    expect(answer).toMatchObject({ accepted: 11, rejected: [] });
    expect(await found(game)).toEqual([
      'constructor toString  unknown_type 1',
      'level x  unknown_type 1',
      'shop bought /a~1b wrong_type 1',
      'shop bought /c~0 unexpected 1',
      'shop bought /from wrong_value 1',
      'shop bought /item missing 1',
      'shop bought /item wrong_type 1',
      'shop bought /spend missing 1',
      'shop bought /spend wrong_type 1',
      'shop bought /tags/* no_alternative 1',
      'shop sold  unknown_sub_type 1',
    ]);
  });

  it('counts each event once, even if it is repeated, and names the newest event', async () => {
    const game = await planned();
    const one = event(game, 'sold', {}, { created_at: iso(clock.now - 2000) });
    const newest = event(game, 'sold', {}, { created_at: iso(clock.now - 1000) });
    const late = event(game, 'sold', {}, { created_at: iso(clock.now - 3000) });
    await send(one, one);
    await send(one, newest);
    await send(late);
    const before = event(game, 'sold', {}, { created_at: iso(clock.now - 40 * DAY) });
    await send(before);
    const row = { game_id: game, event_type: 'shop', event_sub_type: 'sold', field: '', fault: 'unknown_sub_type' };
    const last = { last_event_id: newest.event_id, last_at: newest.created_at };
    expect(await list({ game_id: game })).toEqual([{ ...row, events: 3, ...last }]);
    const wide = { game_id: game, from: iso(clock.now - 50 * DAY) };
    expect(await list(wide)).toEqual([{ ...row, events: 4, ...last }]);
    const { data } = done(await daemon.owner.call('listEvents', { query: { event_id: newest.event_id } }));
    expect(data.map(({ event_id }: Stored) => event_id)).toEqual([newest.event_id]);
  });

  it('applies to its own game, from its change until it is deleted', async () => {
    const [game, other] = [await planned(), newGame()];
    await send(event(other, 'sold'), event(game, 'sold'));
    expect([await found(game), await found(other)]).toEqual([['shop sold  unknown_sub_type 1'], []]);
    const sold = { properties: { shop: { properties: { sold: { type: 'object' } } } } };
    done(await save(game, 1, JSON.stringify(sold)));
    await send(event(game, 'sold'), event(game, 'opened'));
    done(await daemon.owner.call('deleteTrackingPlan', { body: { game_id: game } }));
    await send(event(game, 'opened'));
    expect(await found(game)).toEqual(['shop opened  unknown_sub_type 1', 'shop sold  unknown_sub_type 1']);
  });

  it('lists violations page by page, most frequent first', async () => {
    const game = await planned();
    for (let at = 0; at < 5; at += 1)
      await send(...Array.from({ length: at + 1 }, () => event(game, `other ${at}`, {}, { event_id: randomUUID() })));
    const page = async (page: number) => {
      const query = { game_id: game, page, page_size: 2 };
      const { data, total } = done(await daemon.owner.call('listPlanViolations', { query }));
      return [total, ...data.map(({ events }: Row) => events)];
    };
    expect([await page(1), await page(2), await page(3), await page(4)]).toEqual([[5, 5, 4], [5, 3, 2], [5, 1], [5]]);
  });

  it('accepts events whose names are as long and as numerous as a client can make them', async () => {
    const game = await planned();
    // Characters of three bytes that do not repeat, so that an index cannot compress them.
    const long = (first: number) => String.fromCodePoint(...Array.from({ length: 255 }, (_, at) => first + at * 7));
    const [type, sub] = [long(0x4e00), long(0x5a00)];
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`${long(0x6600)}${at}`, at]));
    const names = {
      properties: { [type]: { properties: { [sub]: { type: 'object', additionalProperties: false } } } },
    };
    done(await save(game, 1, JSON.stringify(names)));
    const few = Object.fromEntries(Object.entries(many).slice(0, 3));
    const short = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, at]));
    const answer = await send(
      event(game, sub, few, { event_type: type }),
      event(game, sub, short, { event_type: type }),
      event(game, sub, many, { event_type: type }),
    );
    expect(answer).toMatchObject({ accepted: 3, rejected: [] });
    const rows = await list({ game_id: game });
    expect(rows.map(({ events }) => events)).toEqual([2, ...Array(10).fill(1)]);
    expect(rows[0]?.field).toBe(`/${long(0x6600)}`.slice(0, 255));
  });

  it('counts no violations for a test key', async () => {
    const game = await planned();
    const { key } = done(
      await daemon.owner.call('createApiKey', { body: { name: 'T', kind: 'server', is_test: true } }),
    );
    const trial = testClient(daemon.url, apiKey(key));
    done(await trial.call('gameEvent', { body: { events: [event(game, 'sold')] } }));
    expect(await found(game)).toEqual([]);
  });
});

it('a tracking plan applies on every daemon of a database', async () => {
  const first = await startTestDaemon({ database: 'postgres' });
  const second = await startTestDaemon({ database: 'postgres', databaseUrl: first.databaseUrl });
  try {
    const send = () => second.server.call('gameEvent', { body: { events: [sdkEvent()] } });
    done(await send());
    const plan_json = '{"properties":{"level":{"properties":{"won":true}}}}';
    done(await first.owner.call('saveTrackingPlan', { body: { game_id: 'game', plan_json, version: 0 } }));
    await until('an event that the second daemon marks', async () => {
      done(await send());
      return done(await first.owner.call('listPlanViolations')).data.length > 0;
    });
  } finally {
    await second.close();
    await first.close();
  }
});
