// Measures the event log on ClickHouse's engine (`npm run bench -- --event-log`): storing events, compared with a bare
// insert of the same rows, and figures over 10,000,000 events from 30 days.
import { randomUUID } from 'node:crypto';
import { COLUMNS, valuesOf } from '../../daemon/event-log/clickhouse/append-events.ts';
import { type ClickHouse, openClickHouse } from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import { openClickHouseEventLog } from '../../daemon/event-log/clickhouse/clickhouse-event-log.ts';
import { versionOf } from '../../daemon/event-log/clickhouse/schema.ts';
import type { EventLog } from '../../daemon/event-log/event-log.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../daemon/lib/clock.ts';
import { startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { flag } from './fill.ts';

const ROWS = Number(flag('rows') ?? 1000);
const ROUNDS = 5;
const CALLS = 100;
const WARM_UP = 20;
/** The settings of the log's tables. With them, a power cut loses no confirmed insert. */
const DURABLE = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1';
const EVENTS = Number(flag('events') ?? 10_000_000);
const NOW = Date.now();
const rounded = (value: number) => Math.round(value).toLocaleString('en');
const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const engine = await startClickHouse();
const log = openClickHouseEventLog(engine.url);
const raw = openClickHouse(parseClickHouseUrl(engine.url));
try {
  await log.migrate(NOW);
  await measureAppend(log, raw);
  if (flag('events') !== '0') await measureFigures(log, raw);
} finally {
  await Promise.all([log.close(), raw.close()]);
  await engine.close();
}

/** Creates events as the SDK sends them: 20 of one session per request. Half of the people have signed in. */
function newItems() {
  let session = { sessionId: '', anonId: '', userId: null as string | null };
  return Array.from({ length: ROWS }, (_, at) => {
    if (at % 20 === 0) {
      const userId = at % 40 === 0 ? `player-${randomUUID()}` : null;
      session = { sessionId: randomUUID(), anonId: `anon_${randomUUID()}`, userId };
    }
    const ids = { eventId: uuidV7(), ...session };
    const type = { eventType: `type-${at % 8}`, eventSubType: `sub-${at % 3}` };
    const sent = { ...type, ...ids, game_id: 'bench', created_at: isoInstant(NOW), details: 'x'.repeat(120) };
    const own = { ...ids, ...type, gameId: 'bench', createdAt: NOW - at, referralLink: null };
    return { ...own, payload: JSON.stringify(sent) };
  });
}

function uuidV7() {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

/** The calls alternate, so that background merges and other work slow all of them equally. */
async function measureAppend(log: EventLog, { names, run, insert }: ClickHouse) {
  const order = 'ORDER BY (game_id, day, event_type, toUInt128(event_id))';
  const bare = { bare: '', durable: DURABLE };
  for (const [name, settings] of Object.entries(bare))
    await run(`CREATE TABLE ${names.database}.${name} AS ${names.events} ENGINE = MergeTree ${order} ${settings}`);
  const rates = { append: [] as number[], bare: [] as number[], durable: [] as number[] };
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    for (const what of ['append', 'bare', 'durable'] as const) {
      const items = newItems();
      const startedAt = performance.now();
      if (what === 'append') await log.append(items, NOW);
      else {
        const rows = items.map((item, index) => valuesOf(item, NOW, versionOf(NOW, index)));
        await insert(`${names.database}.${what}`, COLUMNS, rows);
      }
      if (call >= WARM_UP) rates[what].push((ROWS * 1000) / (performance.now() - startedAt));
    }
  }
  const append = median(rates.append);
  const ratio = (other: number[]) => `${rounded(median(other))}/s, ratio ${(append / median(other)).toFixed(2)}`;
  console.log(`append, ${ROWS} events each: ${rounded(append)} events/s`);
  console.log(`  a bare insert that also waits for the disk: ${ratio(rates.durable)}`);
  console.log(`  a bare insert with ClickHouse's defaults: ${ratio(rates.bare)}`);
  await run(`TRUNCATE TABLE ${names.events}`);
  await run(`TRUNCATE TABLE ${names.identities}`);
}

/** Inserts the events: 50 per person on average. Half of the people have signed in at some point. */
async function fill({ names, run }: ClickHouse) {
  const people = Math.ceil(EVENTS / 50);
  const perQuery = 1_000_000;
  for (let at = 0; at < EVENTS; at += perQuery)
    await run(
      `INSERT INTO ${names.events} (${COLUMNS.join(', ')})
       SELECT 'bench', toInt32(intDiv(created_at, ${DAY_MS})), concat('type-', toString(cityHash64(number, 1) % 8)),
         concat('sub-', toString(cityHash64(number, 2) % 3)), generateUUIDv7(number), created_at, created_at,
         toString(reinterpretAsUUID(concat(reinterpretAsString(person), reinterpretAsString(intDiv(number, 1000000))))),
         concat('anon_', toString(person)),
         if(person % 2 = 0 AND number % 3 = 0, concat('player-', toString(person)), ''),
         if(person % 10 = 0, concat('link-', toString(person % 70)), NULL),
         concat('{"event_type":"', toString(cityHash64(number, 3)), '","details":"', repeat('x', 200), '"}'), 230,
         ${8e15} - created_at * 1024
       FROM (SELECT number, cityHash64(number, 4) % ${people} AS person,
               toInt64(${NOW - 30 * DAY_MS} + intDiv(number * ${30 * DAY_MS}, ${EVENTS})) AS created_at
             FROM numbers(${at}, ${Math.min(perQuery, EVENTS - at)}))`,
    );
}

async function measureFigures(log: EventLog, clickhouse: ClickHouse) {
  await fill(clickhouse);
  await figures('as inserted', log, clickhouse);
  await clickhouse.run(`OPTIMIZE TABLE ${clickhouse.names.events} FINAL`);
  await figures('merged', log, clickhouse);
}

async function figures(state: string, log: EventLog, { names, rows }: ClickHouse) {
  const [parts] = await rows<{ n: number; bytes: number }>(
    `SELECT count() AS n, sum(bytes_on_disk) AS bytes FROM system.parts
     WHERE database = '${names.database}' AND table = 'events' AND active`,
  );
  const span = { from: NOW - 31 * DAY_MS, to: NOW + 1, games: null };
  const step = (type: number) => ({ event_type: `type-${type}`, event_sub_type: null });
  const reads = {
    'funnel of 4 steps, within a day': () => log.steps(span, [0, 1, 2, 3].map(step), DAY_MS),
    'funnel of 4 steps, any time': () => log.steps(span, [0, 1, 2, 3].map(step), null),
    'funnel of 2 steps with sub-types': () =>
      log.steps(
        span,
        [0, 1].map((at) => ({ ...step(at), event_sub_type: 'sub-1' })),
        HOUR_MS,
      ),
    totals: () => log.totals(span),
    activity: () => log.activity(span),
    links: () => log.sources(span, 'link'),
    'newest 50 events': () => log.list({ games: null }, null, 50),
    '50 events of a player': () => log.list({ games: null, user_id: 'player-42' }, null, 50),
    "a page of one day's events": () => log.pageOfDay(NOW - (NOW % DAY_MS) - 3 * DAY_MS, null),
  };
  console.log(
    `${rounded(EVENTS)} events ${state}: ${parts?.n} parts, ${rounded((parts?.bytes ?? 0) / EVENTS)} bytes each`,
  );
  for (const [name, read] of Object.entries(reads)) {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startedAt = performance.now();
      await read();
      if (round > 0) times.push(performance.now() - startedAt);
    }
    console.log(`  ${name}: ${rounded(median(times))} ms`);
  }
}
