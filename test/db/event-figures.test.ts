import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { createChance } from '../../daemon/demo/chance.ts';
import { LANDING_TYPE } from '../../daemon/domain/events/landings.ts';
import type { SdkEventItem } from '../../daemon/domain/events/sdk-event.ts';
import type { EventSpan } from '../../daemon/event-log/event-log.ts';
import { countEvents, type FigureQuery } from '../../daemon/features/sdk-events/count-events.ts';
import { storeEvents } from '../support/database/events.ts';
import { eventsOfPeople, type Identity, stepsByHand } from '../support/database/steps-by-hand.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const SPAN = { from: NOW - 3000, to: NOW, games: null, limit: null };
/** The weeks are so short that not every user has an event in each. */
const WEEKS = [NOW - 3000, NOW - 2500, NOW - 1000, NOW];
/** Of these values, only the non-empty strings count as sources. */
const UTMS = ['spring', 'sum"mer', '', 5, null, { a: 'spring' }, undefined];
const STEPS = [
  { event_type: 'seen', event_sub_type: null },
  { event_type: 'tried', event_sub_type: 'once' },
  { event_type: 'seen', event_sub_type: 'twice' },
];

onEachDatabase((database) => {
  const events: SdkEventItem[] = [];

  test('every event of the period counts once, whatever the page size', async () => {
    await seedOrganisation(database(), NOW);
    const chance = createChance(7);
    const of = (prefix: string, most: number) => `${prefix}${Math.floor(chance.next() * most)}`;
    for (let n = 0; n < 800; n += 1) {
      // Several events share a millisecond, and some are outside the period.
      const createdAt = NOW - 3200 + Math.floor(chance.next() * 3400);
      const type = ['seen', 'seen', 'tried', LANDING_TYPE][Math.floor(chance.next() * 4)] ?? '';
      const utms = UTMS[Math.floor(chance.next() * UTMS.length)];
      const sub = chance.next() < 0.5 ? 'once' : 'twice';
      events.push({
        ...{ eventId: randomUUID(), createdAt, sessionId: of('s', 200), gameId: of('g', 2) },
        payload: JSON.stringify({ utms: { utm_campaign: utms } }),
        ...{ eventType: type, eventSubType: sub, anonId: chance.next() < 0.95 ? of('a', 90) : null },
        userId: chance.next() < 0.02 ? of('u', 60) : null,
        referralLink: chance.next() < 0.1 ? of('l', 70) : null,
      });
    }
    const repeats = events.filter((_, n) => n % 5 === 0);
    await storeEvents(database(), [...events, ...repeats], NOW);
    const identities = await database().read(({ db, t }) => db.select().from(t.identities));
    for (const games of [null, ['g1']]) {
      const query = { ...SPAN, games };
      const expected = figuresOf(events, identities, query);
      for (const pageSize of [5, 100, 5000])
        for (const kind of ['activity', 'sources', 'utms', 'steps', 'cohorts'] as const) {
          const of = kind === 'utms' ? ({ kind: 'sources', by: 'utm_campaign' } as const) : { kind };
          const asked: FigureQuery = { ...query, ...of, steps: STEPS, weeks: WEEKS };
          expect(await countEvents(database(), asked, { pageSize }), `${kind} in pages of ${pageSize}`).toEqual(
            expected[kind],
          );
        }
    }
  });
});

/** Computes the figures from a list of events in the simplest possible way. */
function figuresOf(all: readonly SdkEventItem[], identities: readonly Identity[], span: EventSpan) {
  const { from, to, games } = span;
  const joined = new Map(identities.map((row) => [`${row.game_id} ${row.anon_id}`, row.user_id]));
  const events = all
    .filter(({ createdAt, gameId }) => createdAt >= from && createdAt < to && (games?.includes(gameId) ?? true))
    .sort((a, b) => a.createdAt - b.createdAt || (a.eventId < b.eventId ? -1 : 1))
    .map((event) => ({
      ...event,
      person: event.userId ?? joined.get(`${event.gameId} ${event.anonId}`) ?? event.anonId,
    }));
  const most = (ids: (string | null)[]) => {
    const counts = new Map<string, number>();
    for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
    const sorted = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    return { all: sorted.length, first: sorted.slice(0, 50) };
  };
  const sessions = most(events.map(({ sessionId }) => sessionId));
  const users = most(events.map(({ person }) => person));
  const sourcesBy = (nameOf: (event: (typeof events)[number]) => string | null) =>
    [...new Set(events.flatMap((event) => nameOf(event) ?? []))]
      .map((source) => {
        const own = events.filter((event) => nameOf(event) === source);
        const people = new Set(own.flatMap(({ person }) => person ?? []));
        const visits = { sessions: new Set(own.map(({ sessionId }) => sessionId)).size, users: people.size };
        return { source, ...visits, claimers: 0, payers: 0, revenue: '0' };
      })
      .sort((a, b) => b.sessions - a.sessions || (a.source < b.source ? -1 : 1))
      .slice(0, 50);
  const campaignOf = ({ eventType, payload }: SdkEventItem) => {
    const { utm_campaign: value } = JSON.parse(payload).utms;
    return eventType === LANDING_TYPE && typeof value === 'string' && value !== '' ? value : null;
  };
  const people = [...new Set(events.flatMap(({ person }) => person ?? []))];
  return {
    activity: {
      ...{ sessions: sessions.all, users: users.all },
      by_session: sessions.first.map(([session_id, count]) => ({ session_id, events: count })),
      by_user: users.first.map(([user_id, count]) => ({ user_id, events: count })),
    },
    sources: sourcesBy(({ referralLink }) => referralLink),
    utms: sourcesBy(campaignOf),
    cohorts: cohorts(people, (person, from, to) =>
      events.some((event) => event.person === person && event.createdAt >= from && event.createdAt < to),
    ),
    steps: stepsByHand(eventsOfPeople(all, identities, span), STEPS, null),
  };
}

function cohorts(people: readonly string[], isActive: (person: string, from: number, to: number) => boolean) {
  const weeks = WEEKS.slice(1).map((to, at) => ({ from: WEEKS[at] ?? to, to }));
  const firstOf = (person: string) => weeks.findIndex(({ from, to }) => isActive(person, from, to));
  return weeks.map((_, week) => {
    const own = people.filter((person) => firstOf(person) === week);
    const active = weeks.slice(week).map(({ from, to }) => own.filter((person) => isActive(person, from, to)).length);
    return { week, users: own.length, active };
  });
}
