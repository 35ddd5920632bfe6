import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../daemon/db/open.ts';
import { totalsOf } from '../../daemon/features/payouts/run/totals-rules.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { dyingAt } from '../support/faults/die-at-step.ts';
import { ownerToken } from '../support/http/owner-token.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';
import { type SpawnedDaemon, spawnDaemon, startTestDaemon, type TestDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

// Daemons die at each step of a payout run, and a judge finds the faults in the results.

export interface Play {
  storage: TestDatabase;
  /** Who requests the run: the scheduled job or staff. */
  asked: 'monthly' | 'manual';
  creators: number;
  /** The daemon that continues: one with its clock a minute ahead, the killed one after a restart, or another one. */
  heir: 'by the clock' | 'itself' | 'another';
  /** A fault between the death of the daemon and the start of the heir. */
  between?: () => Promise<unknown>;
  /** The last kill point, if not all are needed. */
  last?: number;
}

export interface DeathFacts {
  /** The point at which the daemon died. */
  point: number;
  /** From its death to the end of the run. */
  tookMs: number;
  runs: { status: string; creators: number; payable: number }[];
  /** The creators, and what each is paid. */
  statements: [string, number][];
  lines: [string, number][];
  /** The number of messages about the prepared run. */
  told: number;
}

const WITHIN_MS = 60_000;
const EACH_PAYS = 1000;
const EACH_IS_OWED = 100;

/** Kills a daemon at point 1 of a run, at point 2 of the next run, and so on, until a run ends before its point. */
export async function dieAtEachPoint(play: Play): Promise<DeathFacts[]> {
  const users = await prepare(play);
  const deaths: DeathFacts[] = [];
  for (let point = 1; point <= (play.last ?? point); point += 1) {
    const death = await dieAt(play, users, point);
    if (!death) break;
    deaths.push(death);
  }
  return deaths;
}

/** Creates creators whose codes have one player each, and an endpoint for messages about runs. @returns the players */
async function prepare({ storage, creators }: Play): Promise<string[]> {
  const daemon = await startTestDaemon({ databaseUrl: storage.url });
  const staff = daemon.owner;
  done(await staff.call('createWebhook', { body: { url: 'http://203.0.114.1/hook', events: ['payout.prepared'] } }));
  const made = await makeCreators(daemon.db, creators);
  // The campaign has already ended. The payout run for its end is not one of the tested runs.
  await daemon.runDueJobs();
  await daemon.close();
  return made.creators.map(({ user }) => user);
}

/** @returns null if the run ended before the daemon reached the point */
async function dieAt(play: Play, users: readonly string[], point: number): Promise<DeathFacts | null> {
  const { storage, asked, heir } = play;
  const from = await payments(storage, users);
  const beside = heir === 'another' ? await spawnDaemon(storage.url) : null;
  if (asked === 'monthly') await makeDue(storage, point);
  const died = await isKilled(play, point, from);
  const diedAt = performance.now();
  if (died) await play.between?.();
  if (heir === 'by the clock') await goOnByClock(play, from);
  else {
    const daemon = beside ?? (await spawnDaemon(storage.url));
    await goOn(play, daemon, from, diedAt);
    await daemon.end();
  }
  const tookMs = heir === 'by the clock' ? 0 : performance.now() - diedAt;
  return died ? { point, tookMs, ...(await storedFrom(storage, from)) } : null;
}

/** Lets every player pay once more. @returns the ID of the newest run so far */
async function payments(storage: TestDatabase, users: readonly string[]): Promise<number> {
  const db = await openDatabase(storage.url, { exclusive: true });
  await payAll(db, users, EACH_PAYS);
  await db.close();
  const [row] = await runSql(storage.url, 'select max(run_id) as last from payout_runs');
  return Number(row?.last ?? 0);
}

/** Makes one more previous month due; the months after it already have their runs. */
async function makeDue({ url }: TestDatabase, months: number) {
  const today = new Date();
  const month = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1 - months, 1))
    .toISOString()
    .slice(0, 7);
  await runSql(
    url,
    "delete from job_runs where job = 'monthly-payouts'",
    `insert into job_runs (job, period, status, fence, started_at) values ('monthly-payouts', '${month}', 'baseline', 0, 0)`,
  );
}

/** Requests a run from a daemon that dies at the point. @returns whether it died there */
async function isKilled({ storage, asked }: Play, point: number, from: number): Promise<boolean> {
  const doomed = await spawnDaemon(storage.url, dyingAt(point));
  const isDead = () => doomed.process.signalCode === 'SIGKILL';
  if (asked === 'manual') await askForRun(doomed).catch(() => {});
  else while (!isDead() && !(await isOver(storage, from))) await sleep(20);
  // A daemon that shuts down normally finishes its work first, and dies if this work reaches the point.
  const { signal } = await doomed.end();
  return signal === 'SIGKILL';
}

async function askForRun({ url }: Pick<SpawnedDaemon, 'url'>) {
  done(await testClient(url, bearer(await ownerToken(url))).call('createPayoutRun', { body: { kind: 'manual' } }));
}

const runsFrom = ({ url }: TestDatabase, from: number) =>
  runSql(url, `select run_id, status, totals from payout_runs where run_id > ${from} order by run_id`);
const isOver = async (storage: TestDatabase, from: number) =>
  (await runsFrom(storage, from)).some(({ status }) => status === 'draft');

/** Staff request the run again if they see no run; a run that has been started continues automatically. */
async function repeatWish({ storage, asked }: Play, daemon: { url: string }, from: number) {
  if (asked === 'manual' && (await runsFrom(storage, from)).length === 0) await askForRun(daemon);
}

async function goOnByClock(play: Play, from: number) {
  const clock = () => Date.now() + WITHIN_MS;
  const daemon = await startTestDaemon({ databaseUrl: play.storage.url, clock });
  await repeatWish(play, daemon, from);
  await daemon.runDueJobs();
  await daemon.close();
}

async function goOn(play: Play, daemon: SpawnedDaemon, from: number, diedAt: number) {
  await repeatWish(play, daemon, from);
  while (!(await isOver(play.storage, from)) && performance.now() - diedAt < WITHIN_MS + 5000) await sleep(200);
}

async function storedFrom(storage: TestDatabase, from: number): Promise<Omit<DeathFacts, 'point' | 'tookMs'>> {
  const { url } = storage;
  const pairs = (rows: Record<string, unknown>[]) =>
    rows.map(({ creator_id, money }): [string, number] => [String(creator_id), Number(money)]);
  const runs = await runsFrom(storage, from);
  const told = await runSql(
    url,
    `select outbox_id from outbox where event_type = 'payout.prepared' and order_key = 'payout_run:${runs[0]?.run_id}'`,
  );
  return {
    runs: runs.map(({ status, totals }) => {
      const found = totalsOf(String(totals));
      return { status: String(status), creators: found?.creators ?? 0, payable: Number(found?.payable) };
    }),
    statements: pairs(
      await runSql(url, `select creator_id, payable as money from payout_statements where run_id > ${from}`),
    ),
    lines: pairs(await runSql(url, `select creator_id, commission as money from payout_lines where run_id > ${from}`)),
    told: told.length,
  };
}

/** Returns what is wrong with the runs; `verify` checks all of them together. */
export function judgeDeaths(deaths: readonly DeathFacts[], creators: number): string[] {
  return deaths.flatMap(({ point, tookMs, runs, statements, lines, told }) => {
    const [run] = runs;
    const owed = creators * EACH_IS_OWED;
    const faults = [
      ...(runs.length === 1 ? [] : [`${runs.length} runs`]),
      ...(run?.status === 'draft' ? [] : [`left as ${run?.status}`]),
      ...(tookMs <= WITHIN_MS ? [] : [`finished only after ${Math.round(tookMs)} ms`]),
      ...onceEach('statement', statements, creators),
      ...onceEach('line', lines, creators),
      ...(run?.creators === creators && run.payable === owed ? [] : ['other totals']),
      ...(told === 1 ? [] : [`messages: ${told}`]),
    ];
    return faults.map((fault) => `point ${point}: ${fault}`);
  });
}

function onceEach(what: string, rows: readonly [string, number][], creators: number): string[] {
  const missing = creators - new Set(rows.map(([creator]) => creator)).size;
  const wrong = rows.filter(([, money]) => money !== EACH_IS_OWED).length;
  return [
    ...(missing > 0 ? [`${missing} creators without a ${what}`] : []),
    ...(rows.length > creators - missing ? [`a ${what} twice`] : []),
    ...(wrong > 0 ? [`wrong sums: ${wrong}`] : []),
  ];
}
