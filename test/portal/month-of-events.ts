import { DAY_MS, isoInstant } from '../../daemon/lib/clock.ts';
import { playerPays } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';

// A month in a game: events from people who came through links and campaigns, and the claims and payments of some of
// these people. The expected figures are computed from the numbers of sessions and people, not from the events.

const DAYS = 29;
const PER_SESSION = 20;
const PER_REQUEST = 1000;
const SENDERS = 4;
const SESSIONS_PER_PERSON = 3;
const LINKS = 40;
const CAMPAIGNS = 5;
/** Every tenth person signs in. The first 200 of these people redeem a code, and every second one of the 200 pays. */
const SIGNED_IN = 10;
const CLAIMERS = 200;

export interface Source {
  sessions: number;
  users: number;
  claimers: number;
  payers: number;
  cents: number;
}

const idOf = (kind: number, n: number) => `0193c5a0-0000-7000-8${kind}00-${n.toString(16).padStart(12, '0')}`;
const personOf = (session: number) => Math.floor(session / SESSIONS_PER_PERSON);
const userOf = (person: number) => (person % SIGNED_IN === 0 ? `player-${person}` : null);
/** Every fourth person comes twice through a link, and once without one. */
function linkOf(session: number): string | null {
  const person = personOf(session);
  return person % 4 === 0 && session % SESSIONS_PER_PERSON < 2 ? `video-${(person / 4) % LINKS}` : null;
}
const campaignOf = (session: number) => (session % 3 === 0 ? `launch-${session % CAMPAIGNS}` : null);
const claims = (person: number) => person % SIGNED_IN === 0 && person < CLAIMERS * SIGNED_IN;
const centsOf = (person: number) => (claims(person) && person % (2 * SIGNED_IN) === 0 ? 499 + person : 0);

/** Sends the events of whole sessions, and lets players redeem `code` and pay. */
export async function playMonth(daemon: TestDaemon, { events, code }: { events: number; code: string }) {
  const sessions = events / PER_SESSION;
  const end = Date.now() - DAY_MS / 2;
  let next = 0;
  const send = async () => {
    while (next < events) {
      const from = next;
      next += PER_REQUEST;
      const body = { events: Array.from({ length: PER_REQUEST }, (_, at) => eventAt(from + at, { sessions, end })) };
      const { accepted } = done(await daemon.server.call('gameEvent', { body }));
      if (accepted !== PER_REQUEST) throw new Error(`The daemon accepted ${accepted} of ${PER_REQUEST} events`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  for (let person = 0; person < Math.min(CLAIMERS * SIGNED_IN, sessions / SESSIONS_PER_PERSON); person += SIGNED_IN) {
    const user_id = `player-${person}`;
    done(await daemon.server.call('redeem', { body: { user_id, code } }));
    if (centsOf(person) > 0) await playerPays(daemon, user_id, centsOf(person) / 100);
  }
}

function eventAt(n: number, { sessions, end }: { sessions: number; end: number }) {
  const [session, place] = [Math.floor(n / PER_SESSION), n % PER_SESSION];
  const person = personOf(session);
  const [link, campaign] = [linkOf(session), campaignOf(session)];
  const anon_id = `anon_${person}`;
  // The first event of a session comes before sign-in.
  const user_id = (place > 0 && userOf(person)) || anon_id;
  return {
    event_type: place === 0 ? 'session_created' : 'level',
    event: { event_sub_type: place === 0 ? 'session_created' : 'won', event_details: { level: place } },
    game_id: 'game',
    created_at: isoInstant(end - DAYS * DAY_MS + Math.floor((session * DAYS * DAY_MS) / sessions) + place * 1000),
    ...{ session_id: idOf(1, session), event_id: idOf(2, n), anon_id },
    user_details: { user_id },
    app_details: { platform_id: 'web' },
    ...(link && { service_referral_link: link }),
    ...(campaign && { utms: { utm_source: 'video', utm_campaign: campaign } }),
  };
}

/** Returns the expected results of each link or campaign. */
export function expectedSources(events: number, by: 'link' | 'campaign'): Map<string, Source> {
  const people = new Map<string, Set<number>>();
  const sources = new Map<string, Source>();
  for (let session = 0; session < events / PER_SESSION; session += 1) {
    const name = by === 'link' ? linkOf(session) : campaignOf(session);
    if (name === null) continue;
    const source = sources.get(name) ?? { sessions: 0, users: 0, claimers: 0, payers: 0, cents: 0 };
    const known = people.get(name) ?? new Set();
    sources.set(name, source);
    people.set(name, known);
    source.sessions += 1;
    const person = personOf(session);
    if (known.has(person)) continue;
    known.add(person);
    source.users += 1;
    source.claimers += Number(claims(person));
    source.payers += Number(centsOf(person) > 0);
    source.cents += centsOf(person);
  }
  return sources;
}

export const peopleOf = (events: number) => Math.ceil(events / PER_SESSION / SESSIONS_PER_PERSON);
export const sessionsOf = (events: number) => events / PER_SESSION;
