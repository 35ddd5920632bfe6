import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GameEvents } from '../../sdk/events.ts';
import { EventsBaseURL } from '../../sdk/hosts.ts';
import type { SentEvent } from '../../sdk/types.ts';
import { type BuiltEvents, CLIENT_KEY, GAME, subTypesOf } from '../support/sdk/built-sdk.ts';
import { type Decision, playSituation } from '../support/sdk/session-page.ts';
import { type Situation, situations } from '../support/sdk/session-situations.ts';

// A player who consents late causes the same events, in the same order and with the same times, as one who consented
// from the start; a player who denies consent causes none.

const make = (options: object) =>
  new GameEvents(CLIENT_KEY, GAME, EventsBaseURL.EVENTS_PROD, options) as unknown as BuiltEvents;
const play = (situation: Situation, decision: Decision) => playSituation(situation, decision, make);
const kinds = (sent: SentEvent[]) => subTypesOf(sent).join(' ');

beforeEach(() => {
  for (const kind of ['log', 'error', 'warn'] as const) vi.spyOn(console, kind).mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.each(situations.map((situation) => [situation.name, situation] as const))('%s', async (_name, situation) => {
  const { early: _, ...granted } = await play(situation, 'granted');
  expect(kinds(granted.sent)).toBe(situation.arrives);

  const { early, ...late } = await play(situation, 'granted late');
  if (!situation.mayStore) expect(early).toEqual([]);
  if (situation.late) {
    expect(kinds(late.sent)).toBe(situation.late.arrives ?? situation.arrives);
    expect(late).not.toEqual(granted);
  } else expect(late).toEqual(granted);

  for (const decision of ['denied', 'denied late'] as const) {
    const denied = await play(situation, decision);
    expect(denied.sent).toEqual([]);
    if (!situation.mayStore) expect(denied.early).toEqual([]);
    if (decision === 'denied late')
      expect(Object.keys(denied.stored).filter((key) => !key.endsWith('.out'))).toEqual([]);
  }
});

it('no two situations have the same name', () => {
  expect(new Set(situations.map(({ name }) => name)).size).toBe(situations.length);
});
