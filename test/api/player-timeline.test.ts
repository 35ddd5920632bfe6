import { expect, it } from 'vitest';
import { MAX_LOOKED_AT } from '../../daemon/features/sdk-events/event-list-store.ts';
import { startOfQuarter } from '../../daemon/lib/clock.ts';
import { type GameFlow, MINUTE, onGame } from '../support/http/game-flow.ts';
import { addMember } from '../support/http/staff.ts';
import { apiKey, done, iso, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';

const LINK = 'https://game.example/?linkId=ann';

interface Row {
  kind: string;
  at: string;
  id: string;
  game_id: string | null;
  event: { event_type: string } | null;
  claim: { code: string } | null;
  payment: { amount: { amount: string } } | null;
}

/** Returns the text that identifies a row. */
const nameOf = ({ event, claim, payment }: Row) => event?.event_type ?? claim?.code ?? payment?.amount.amount;

/** Reads all pages of a timeline. */
async function pagesOf(staff: TestClient, user_id: string, query: { limit?: number; kind?: 'claim' | 'event' } = {}) {
  const pages: Row[][] = [];
  for (let cursor: string | undefined; ; ) {
    const page = done(await staff.call('listPlayerTimeline', { params: { user_id }, query: { ...query, cursor } }));
    pages.push(page.data);
    if (page.next_cursor === null) return pages;
    cursor = page.next_cursor;
  }
}

/** Simulates a visit, the sign-in, two claims and a payment with its refund, and releases the first claim. */
async function play({ staff, game, ...flow }: GameFlow) {
  const [user, anon_id] = [flow.unique('user'), flow.unique('anon')];
  const send = async (...events: object[]) =>
    expect(done(await game.call('gameEvent', { body: { events } })).rejected).toEqual([]);
  const event = (change: object) => flow.sdkEvent({ anon_id, user_details: { user_id: anon_id }, ...change });
  const started = flow.clock.now;
  const landing = event({
    event_type: 'session_created',
    service_referral_link: LINK,
    utms: { utm_source: 'mail', utm_campaign: 'spring' },
  });
  await send(landing, event({ event_type: 'session_created', created_at: iso(started - MINUTE) }));
  flow.clock.now += MINUTE;
  await send(event({ event_type: 'sign_in', user_details: { user_id: user }, created_at: iso(flow.clock.now) }));
  const campaignId = await flow.running({ name: 'Spring sale' });
  const [first, second] = [await flow.newCode(campaignId), await flow.newCode(campaignId)];
  // A claim, a payment and an event at one instant.
  flow.clock.now += MINUTE;
  const claim = done(await flow.redeem(user, first.code));
  const transaction_id = flow.unique('t');
  done(await flow.pay([flow.payment(user, 12.5, { transaction_id, created_at: iso(started) })]));
  await send(event({ event_type: 'shop', user_details: { user_id: user }, created_at: iso(flow.clock.now) }));
  const together = iso(flow.clock.now);
  flow.clock.now += MINUTE;
  const released = iso(flow.clock.now);
  done(
    await staff.call('releaseClaim', {
      params: { redemption_id: claim.redemption_id },
      body: { reason: 'by mistake' },
    }),
  );
  done(await flow.redeem(user, second.code));
  flow.clock.now += MINUTE;
  done(await flow.pay([flow.payment(user, -12.5, { refund_of: transaction_id })]));
  return {
    user,
    anon_id,
    campaignId,
    landing,
    first,
    second,
    claim,
    transaction_id,
    ...{ started, together, released },
  };
}

onGame('the timeline of a player', (flow) => {
  const { staff, game } = flow;

  it('lists landings, events, claims, payments and refunds in one order, newest first', async () => {
    const { user, first, second, landing, claim, campaignId, ...played } = await play(flow);
    const [rows = []] = await pagesOf(staff, user);
    expect(rows.map((row) => [row.kind, nameOf(row)])).toEqual([
      ['payment', '-12.50'],
      ['claim', second.code],
      ['payment', '12.50'],
      ['claim', first.code],
      ['event', 'shop'],
      ['event', 'sign_in'],
      ['landing', 'session_created'],
      // A session without a referral link is not a landing.
      ['event', 'session_created'],
    ]);
    const none = { event: null, claim: null, payment: null };
    expect(rows[6]).toEqual({
      ...none,
      ...{ kind: 'landing', at: iso(played.started), id: landing.event_id, game_id: 'game' },
      event: {
        ...{ event_type: 'session_created', event_sub_type: 'opened', session_id: landing.session_id },
        ...{ anon_id: played.anon_id, user_id: null, referral_link: LINK },
        utms: { utm_source: 'mail', utm_campaign: 'spring' },
      },
    });
    expect(rows[3]).toEqual({
      ...none,
      ...{ kind: 'claim', at: played.together, id: claim.redemption_id, game_id: null },
      claim: {
        ...{ code: first.code, code_id: first.code_id, code_type: 'redeem', main_code_id: first.code_id },
        ...{ campaign_id: campaignId, campaign_name: 'Spring sale', creator_id: null, creator_name: null },
        ...{ linked: false, report_status: null, released_at: played.released },
      },
    });
    expect(rows[1]?.claim).toMatchObject({ released_at: null });
    const { transaction_id } = played;
    const paid = { amount: { amount: '12.50', currency: 'USD' }, paid: null, created_at: iso(played.started) };
    expect(rows[2]).toEqual({
      ...none,
      ...{ kind: 'payment', at: played.together, id: expect.stringMatching(/^\d+$/), game_id: 'game' },
      payment: { ...paid, transaction_id, refund_of: null },
    });
    expect(rows[0]?.payment).toMatchObject({ transaction_id: null, refund_of: transaction_id });
  });

  it('contains the same rows in pages of any size, and when filtered by kind', async () => {
    const { user } = await play(flow);
    const events = Array.from({ length: 5 }, () =>
      flow.sdkEvent({ user_details: { user_id: user }, anon_id: 'other', created_at: iso(flow.clock.now) }),
    );
    done(await game.call('gameEvent', { body: { events } }));
    done(await flow.pay(Array.from({ length: 4 }, () => flow.payment(user, 1))));
    const [all = []] = await pagesOf(staff, user, { limit: 100 });
    expect(all).toHaveLength(8 + 9);
    for (const limit of [1, 2, 3, 16]) {
      const pages = await pagesOf(staff, user, { limit });
      expect(pages.map((page) => page.length <= limit)).not.toContain(false);
      expect(pages.flat()).toEqual(all);
    }
    for (const kind of ['landing', 'event', 'claim', 'payment'] as const) {
      const call = { params: { user_id: user }, query: { kind, limit: 100 } };
      const { data } = done(await staff.call('listPlayerTimeline', call));
      expect(data).toEqual(all.filter((row) => row.kind === kind));
      expect(data.length).toBeGreaterThan(0);
    }
    expect((await pagesOf(staff, user, { kind: 'event', limit: 2 })).flat()).toEqual(
      all.filter(({ kind }) => kind === 'event'),
    );
    const csv = await fetch(`${flow.daemon().url}/v1/admin/players/${user}/timeline?format=csv&columns=kind,id`, {
      headers: { Authorization: `Bearer ${flow.daemon().ownerToken}` },
    });
    expect((await csv.text()).trim().split('\r\n').slice(1)).toEqual(all.map(({ kind, id }) => `${kind},${id}`));
  });

  it('names the creator and the referral code of a linked player', async () => {
    const { user, creator, code, base } = await flow.linkedPlayer();
    const [[row] = []] = await pagesOf(staff, user);
    expect(row?.claim).toMatchObject({
      ...{ code, code_type: 'referral', main_code_id: base.code_id, creator_id: creator, linked: true },
    });
    expect(await pagesOf(staff, 'stranger')).toEqual([[]]);
  });

  it('refuses a cursor from another list', async () => {
    const { user } = await play(flow);
    const cursors = [
      done(await staff.call('listEvents', { query: { limit: 1 } })).next_cursor,
      done(await staff.call('listClaims', { query: { limit: 1 } })).next_cursor,
      ...[
        ['claim', 1],
        ['claim', 1, 'x'],
        ['event', 1, 2],
        ['landing', 1, 2],
        ['claim', 1.5, 2],
        ['claim', 1, 2, 3],
      ].map((values) => Buffer.from(JSON.stringify(values)).toString('base64url')),
      'x',
    ];
    for (const cursor of cursors) {
      const refused = await staff.call('listPlayerTimeline', { params: { user_id: user }, query: { cursor } });
      expect([cursor, shape(refused)]).toEqual([cursor, refusal(400, 'invalid_request')]);
    }
  });

  it('hides rows of other games from a person who is limited to one game, and cannot be read by moderators', async () => {
    const user = flow.unique('shared');
    for (const game_id of ['alpha', 'beta']) {
      const { key } = done(await staff.call('createApiKey', { body: { name: game_id, kind: 'server', game_id } }));
      const server = testClient(flow.daemon().url, apiKey(key));
      const own = await flow.newCode(await flow.running({ games: [game_id] }));
      done(await server.call('redeem', { body: { user_id: user, code: own.code } }));
      const seen = flow.sdkEvent({ game_id, user_details: { user_id: user }, anon_id: 'anon_of_shared' });
      for (const event of [seen, flow.payment(user, 1, { game_id })])
        done(await server.call('gameEvent', { body: { events: [event] } }));
    }
    const everyGame = await flow.newCode(await flow.running());
    done(await flow.redeem(user, everyGame.code));
    expect((await pagesOf(staff, user)).flat()).toHaveLength(7);
    const { ask } = await addMember(flow.daemon(), 'live_ops', ['alpha']);
    const [rows = []] = await pagesOf(ask, user);
    expect(rows.map(({ kind, game_id }) => [kind, game_id])).toEqual([
      ['payment', 'alpha'],
      ['claim', null],
      ['event', 'alpha'],
    ]);
    expect((await pagesOf(ask, user, { limit: 1 })).flat()).toEqual(rows);
    const moderator = await addMember(flow.daemon(), 'moderator');
    const refused = await moderator.ask.call('listPlayerTimeline', { params: { user_id: user } });
    expect(shape(refused)).toEqual(refusal(403, 'forbidden'));
  });

  it('keeps its order if a page cannot search all events', async () => {
    const user = flow.unique('rare');
    const start = flow.clock.now + MINUTE;
    const many = 2 * MAX_LOOKED_AT;
    const code = await flow.newCode(await flow.running());
    // There are payments before, between and after the events that one query reads; the claim is newer than all events.
    for (const n of [-5, MAX_LOOKED_AT - 5, MAX_LOOKED_AT + 5, many + 5]) {
      flow.clock.now = start + n * STEP;
      done(await flow.pay([flow.payment(user, 1)]));
    }
    done(await flow.redeem(user, code.code));
    await addEvents(flow, many, start, { user, at: [10, MAX_LOOKED_AT, many - 1] });
    const expected = ['payment', 'claim', 'event', 'payment', 'event', 'payment', 'event', 'payment'];
    for (const limit of [1, 3, 100]) {
      const pages = await pagesOf(staff, user, { limit });
      const rows = pages.flat();
      expect(rows.map(({ kind }) => kind)).toEqual(expected);
      expect(rows.map((one) => one.at)).toEqual(
        rows
          .map((one) => one.at)
          .toSorted()
          .reverse(),
      );
      if (limit === 100) expect(pages.map((page) => page.length)).toEqual([5, 3, 0]);
    }
  });
});

/** The time between two events in milliseconds. */
const STEP = 100;

/** Stores many events of other players, with a few events of one player among them. */
async function addEvents(
  { daemon, ...flow }: GameFlow,
  many: number,
  start: number,
  own: { user: string; at: number[] },
) {
  const { session_id } = flow.sdkEvent();
  const row = (n: number) => ({
    ...{ created_at: start + n * STEP, received_at: start, game_id: 'bulk', event_type: 't', event_sub_type: 's' },
    ...{ session_id, payload: '{}', event_id: `0193c5a0-0000-7000-8000-${String(n).padStart(12, '0')}` },
    user_id: own.at.includes(n) ? own.user : null,
  });
  const hours = new Map<number, number>();
  for (let from = 0; from < many; from += 500) {
    const rows = Array.from({ length: 500 }, (_, n) => row(from + n));
    for (const { created_at } of rows) {
      const hour = startOfQuarter(created_at);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
    await daemon().db.write(({ db, t }) => db.insert(t.sdk_events).values(rows));
  }
  const type = { game_id: 'bulk', event_type: 't', event_sub_type: 's', slot: 0 };
  const counts = [...hours].map(([hour, events]) => ({ ...type, hour, events }));
  await daemon().db.write(({ db, t }) => db.insert(t.sdk_event_hours).values(counts));
}
