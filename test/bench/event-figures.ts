import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchDaemon, startDaemon } from './bench-daemon.ts';
import { flag, runAll, wordsOf } from './fill.ts';
import { onEachDatabase } from './on-each-database.ts';
import { type Beside, redeemBesideLists } from './redeem-beside.ts';

const EVENTS = Number(flag('events') ?? 1_000_000);
const DAY_MS = 86_400_000;
const DAYS = 30;
const EVENTS_PER_SESSION = 20;
const SESSIONS_PER_PERSON = 3;
const STEP = 250_000;

interface Counted {
  complete: boolean;
  report: { events_read: number; events: number } | null;
}
interface Measured {
  database: string;
  figure: string;
  ms: number;
}

/** Measures how long it takes to count many SDK events, and how long redeems take while reports are counting them. */
export async function measureEventFigures(): Promise<{
  measured: Measured[];
  beside: (Beside & { database: string })[];
}> {
  const measured: Measured[] = [];
  const beside = await onEachDatabase(async (name, database) => {
    const daemon = await startDaemon(database);
    try {
      const now = Date.now();
      await fill(daemon, database, now);
      await daemon.code('GIFT-00000001');
      console.error(`${name}: filled`);
      for (const [figure, path] of Object.entries(figuresOf(now))) {
        measured.push({ database: name, figure, ms: await timeOf(daemon, path) });
        console.error(measured.at(-1));
      }
      return { database: name, ...(await redeemBesideLists(daemon, reportsOf(now))) };
    } finally {
      await daemon.stop();
    }
  });
  return { measured, beside };
}

const spanOf = (now: number, days: number) =>
  `from=${new Date(now - days * DAY_MS).toISOString()}&to=${new Date(now).toISOString()}`;
const STEPS = encodeURIComponent('[["session_created",null],["shop","opened"],["shop","bought"]]');

const figuresOf = (now: number) => ({
  'by type and day': `/v1/admin/events/stats?activity=false&${spanOf(now, DAYS)}`,
  'sessions and users': `/v1/admin/events/stats?${spanOf(now, DAYS)}`,
  'funnel of three steps': `/v1/admin/events/funnel/steps?steps=${STEPS}&${spanOf(now, DAYS)}`,
  links: `/v1/admin/events/funnel?${spanOf(now, DAYS)}`,
});

/** Returns the paths of more reports than the daemon can count during the rounds. Each has a different period. */
const reportsOf = (now: number) =>
  Array.from({ length: 18 }, (_, hours) => `/v1/admin/events/stats?wait_ms=0&${spanOf(now, DAYS - hours / 24)}`);

async function timeOf(daemon: BenchDaemon, path: string): Promise<number> {
  const from = performance.now();
  for (;;) {
    const answer = (await daemon.staff('GET', path)) as Counted;
    if (answer.report === null) return performance.now() - from;
    await sleep(20);
  }
}

async function fill(daemon: BenchDaemon, database: string, now: number) {
  const { series, padded } = wordsOf(database);
  const at = (n: string) => `${now - DAYS * DAY_MS} + cast(${n} * ${(DAYS * DAY_MS - 60_000) / EVENTS} as bigint)`;
  const session = `n / ${EVENTS_PER_SESSION}`;
  const person = `n / ${EVENTS_PER_SESSION * SESSIONS_PER_PERSON}`;
  const place = `n % ${EVENTS_PER_SESSION}`;
  const type = `case when ${place} = 0 then 'session_created' when ${place} < 4 then 'shop' else 'match' end`;
  const subType = `case when ${place} = 3 and n % 7 = 0 then 'bought' else 'opened' end`;
  const rows = (from: number, to: number) =>
    `insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, anon_id,
       user_id, referral_link, payload)
     select '0193c5a0-0000-7000-8000-0000' || ${padded('n')}, ${at('n')}, ${at('n')}, 'game', ${type}, ${subType},
            '3f2b8c1e-1111-4222-8333-0000' || ${padded(session)}, 'anon_3f2b8c1e-1111-4222-8333-0000' || ${padded(person)},
            case when ${person} % 10 = 0 then 'player-' || ${padded(person)} end,
            case when ${place} = 0 and ${session} % 3 = 0 then 'link-' || (${session} % 200) end, '${'x'.repeat(400)}'
       from ${series(from, to)}`;
  const statements = [];
  for (let from = 1; from <= EVENTS; from += STEP) statements.push(rows(from, Math.min(EVENTS, from + STEP - 1)));
  statements.push(
    `insert into sdk_event_hours (game_id, event_type, event_sub_type, hour, slot, events)
     select game_id, event_type, event_sub_type, created_at - created_at % 900000, 0, count(*) from sdk_events
      group by 1, 2, 3, 4`,
    `insert into identities (game_id, anon_id, user_id, joined_at)
     select 'game', 'anon_3f2b8c1e-1111-4222-8333-0000' || ${padded('n * 10')}, 'player-' || ${padded('n * 10')}, ${now}
       from ${series(0, Math.floor(EVENTS / (EVENTS_PER_SESSION * SESSIONS_PER_PERSON * 10)))}`,
  );
  await runAll(daemon, database, [...statements, ...(database === 'sqlite' ? [] : ['analyze'])]);
}
