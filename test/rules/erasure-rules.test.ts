import { describe, expect, it } from 'vitest';
import {
  anonKey,
  type EventRow,
  eraseEvent,
  standsIn,
  withoutId,
} from '../../daemon/features/erasure/erasure-rules.ts';

const T = 'erased_T';

describe('an ID inside a text', () => {
  it.each([
    ['player1', 'player1', T],
    ['order-player1', 'player1', `order-${T}`],
    ['player1:player1_2', 'player1', `${T}:${T}_2`],
    ['player12', 'player1', 'player12'],
    ['myplayer1', 'player1', 'myplayer1'],
    ['player1é', 'player1', 'player1é'],
    ['玩player1', 'player1', '玩player1'],
    ['PLAYER1', 'player1', 'PLAYER1'],
    ['a.b(c)*d', 'a.b(c)*', 'a.b(c)*d'],
    ['x a.b(c)*', 'a.b(c)*', `x ${T}`],
    ['xaxbxcx', 'a.b(c)*', 'xaxbxcx'],
    ['🎁🎁🎁🎁🎁🎁', '🎁🎁🎁🎁🎁🎁', T],
    ['$&$1 \\d', '$&$1 \\d', T],
    // IDs this short or common occur in texts by chance.
    ['order-7', '7', 'order-7'],
    ['admin', 'admin', 'admin'],
  ])('%j without %j is %j', (text, userId, expected) => {
    expect(withoutId(text, { userId, tombstone: T })).toBe(expected);
    expect(standsIn(text, userId)).toBe(text !== expected);
  });
});

describe('after an erasure, an event', () => {
  const erasure = { userId: 'player1', tombstone: T };
  const anons = new Set([anonKey('game', 'anon_1')]);
  const payload = {
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: { note: 'for player1', big: 1e21 } },
    app_details: { v: 'player1' },
    user_details: { user_id: 'player1', email: 'p@example.test' },
  };
  const row = (change: Partial<EventRow>, more: object = {}): EventRow => ({
    game_id: 'game',
    anon_id: null,
    user_id: 'player1',
    referral_link: null,
    payload: JSON.stringify({ ...payload, ...more }),
    ...change,
  });
  const erased = (event: EventRow) => {
    const change = eraseEvent(event, anons, erasure);
    return { ...change, payload: JSON.parse(change.payload) };
  };

  it('of the erased user keeps the fields that the counts need', () => {
    expect(
      erased(row({ anon_id: 'anon_1', referral_link: 'https://x.test/?by=player1' }, { anon_id: 'anon_1' })),
    ).toEqual({
      anon_id: null,
      user_id: T,
      referral_link: `https://x.test/?by=${T}`,
      payload: {
        event_type: 'shop',
        event: { event_sub_type: 'opened' },
        app_details: { v: T },
        user_details: { user_id: T },
      },
    });
  });

  it.each([
    ['by its anonymous ID', { user_id: null, anon_id: 'anon_1' }],
    ['by the anonymous ID in place of the user ID', { user_id: 'anon_1' }],
    ['by the user ID in place of the anonymous ID', { user_id: null, anon_id: 'player1' }],
  ])('is recognised %s', (_name, change) => {
    const { user_id, payload: kept } = erased(row(change));
    expect(user_id).toBe(T);
    expect(kept.user_details).toEqual({ user_id: T });
    expect(kept.event).toEqual({ event_sub_type: 'opened' });
  });

  it('of another user of the same device keeps its content', () => {
    const other = { user_details: { user_id: 'player1-2', email: 'q@example.test' } };
    expect(erased(row({ user_id: 'player1-2', anon_id: 'anon_1' }, { ...other, anon_id: 'anon_1' }))).toEqual({
      anon_id: null,
      user_id: 'player1-2',
      referral_link: null,
      payload: {
        ...payload,
        ...other,
        event: { event_sub_type: 'opened', event_details: { note: `for ${T}`, big: 1e21 } },
        app_details: { v: T },
      },
    });
  });

  it('with the same anonymous ID in another game belongs to another person', () => {
    const event = row({ game_id: 'other', user_id: null, anon_id: 'anon_1' }, { anon_id: 'anon_1' });
    expect(erased(event)).toMatchObject({ user_id: null, anon_id: 'anon_1', payload: { anon_id: 'anon_1' } });
  });
});
