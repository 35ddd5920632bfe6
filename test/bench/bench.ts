// Measures all figures in one run, as ratios to baselines from the same run (`npm run bench`). Options select other
// benchmarks: --memory measures the daemon's memory over a million redeems, and --slow-fsync adds 1 ms to every fsync.
// details.md describes --codes, --currencies, --event-figures, --event-log, --lists, --payouts, --growth, --outbox,
// --portal and --subscriber.
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../support/world/postgres.ts';
import { analyticsAtAMillion } from './analytics.ts';
import { barePostgresRate, bareSqliteRate } from './bare-insert.ts';
import { type BenchDaemon, load, median, start, startDaemon } from './bench-daemon.ts';
import { measureCodeKinds, printCodeKinds } from './code-kinds.ts';
import { measureCurrencies, printCurrencies } from './currencies.ts';
import { payments, sdkEvents } from './event-bodies.ts';
import { measureEventFigures } from './event-figures.ts';
import { measureGrowth, printGrowth } from './growth.ts';
import { measureLists } from './lists.ts';
import { memoryOverAMillion } from './memory.ts';
import { measureOutbox, printOutbox } from './outbox.ts';
import { measurePayouts, printPayouts } from './payouts.ts';
import { measurePortal, printPortal } from './portal.ts';
import { redeemOnSlowFsync, type SlowFsync } from './slow-fsync.ts';
import { measureSubscriber, printSubscriber } from './subscriber.ts';

const seconds = Number(process.env.REDEEMD_TEST_BENCH_SECONDS ?? 5);
const ROUNDS = 6;
const here = (file: string) => join(process.cwd(), 'test/bench', file);
const rows: { what: string; measured: string; ratio: string; goal: string }[] = [];
const report = (what: string, rate: number, unit: string, ratio: number | undefined, goal: string) => {
  rows.push({
    what,
    measured: `${Math.round(rate).toLocaleString('en')} ${unit}`,
    ratio: ratio?.toFixed(2) ?? '',
    goal,
  });
  console.error(
    `${what}: ${Math.round(rate)} ${unit}${ratio === undefined ? '' : `, ratio ${ratio.toFixed(2)}`} (goal ${goal || '-'})`,
  );
};

if (process.argv.includes('--memory')) {
  const { samples, peak } = await memoryOverAMillion();
  console.log('MiB before, and after every 100,000 redeems');
  console.log(
    `resident: ${samples.map(({ resident }) => resident).join(', ')}; peak, including between samples: ${peak}`,
  );
  console.log(`of which anonymous: ${samples.map(({ anonymous }) => anonymous).join(', ')}`);
  console.log(`of which files: ${samples.map(({ files }) => files).join(', ')}`);
  process.exit();
}
if (process.argv.includes('--slow-fsync')) {
  try {
    reportSlowFsync(await redeemOnSlowFsync(here('echo-express.mjs'), seconds));
    process.exit();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
function reportSlowFsync(found: SlowFsync) {
  const rate = (value: number) => `${Math.round(value).toLocaleString('en')} requests/s`;
  console.log(
    `The shim works: a lone redeem takes ${found.loneSlow.toFixed(2)} ms with it and ${found.lonePlain.toFixed(2)} ms without; ${found.fsyncsOfLoneRedeem.toFixed(2)} fsyncs per redeem, ${found.addedToAnFsync.toFixed(2)} ms added to an fsync.`,
  );
  console.log(
    `Redeems per commit: ${found.redeemsPerCommit.toFixed(1)} with the shim, ${found.redeemsPerCommitPlain.toFixed(1)} without it; redeems per fsync with the shim: ${found.redeemsPerFsync.toFixed(1)}. Ratio of the rates with and without the shim: ${found.slowToPlain.toFixed(2)}.\n`,
  );
  console.log('| what | measured | ratio | goal |\n|---|---|---|---|');
  console.log(`| Express echo | ${rate(found.express)} | 1.00 |  |`);
  console.log(`| SQLite: redeem | ${rate(found.plain)} | ${found.plainToExpress.toFixed(2)} |  |`);
  console.log(
    `| SQLite: redeem, 1 ms added to every fsync | ${rate(found.slow)} | ${found.slowToExpress.toFixed(2)} | 0.7 × the Express echo |`,
  );
}

if (process.argv.includes('--lists')) {
  console.log('| database | list | least ms | p50 ms | p99 ms |\n|---|---|---|---|---|');
  const { measured, beside } = await measureLists();
  for (const { database, list, least, p50, p99 } of measured)
    console.log(`| ${database} | ${list} | ${least.toFixed(1)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
  for (const { database, rate, alone, beside: p99, rise, listsRead } of beside)
    console.log(
      `${database}: redeem at ${Math.round(rate)} a second: p99 ${alone.toFixed(1)} ms alone, ${p99.toFixed(1)} while ${listsRead.toFixed(0)} lists a second are read; ratio ${rise.toFixed(2)} (goal below 1.5)`,
    );
  process.exit();
}
if (process.argv.includes('--event-figures')) {
  const { measured, beside } = await measureEventFigures();
  console.log('| database | figure | ms |\n|---|---|---|');
  for (const { database, figure, ms } of measured) console.log(`| ${database} | ${figure} | ${Math.round(ms)} |`);
  for (const { database, rate, alone, beside: p99, rise } of beside)
    console.log(
      `${database}: redeem at ${Math.round(rate)} a second: p99 ${alone.toFixed(1)} ms alone, ${p99.toFixed(1)} while reports are counting; ratio ${rise.toFixed(2)} (goal 1.2)`,
    );
  process.exit();
}
if (process.argv.includes('--codes')) {
  printCodeKinds(await measureCodeKinds());
  process.exit();
}
if (process.argv.includes('--growth')) {
  printGrowth(await measureGrowth());
  process.exit();
}
if (process.argv.includes('--outbox')) {
  printOutbox(await measureOutbox());
  process.exit();
}
if (process.argv.includes('--portal')) {
  printPortal(await measurePortal());
  process.exit();
}
if (process.argv.includes('--subscriber')) {
  printSubscriber(await measureSubscriber());
  process.exit();
}
if (process.argv.includes('--currencies')) {
  printCurrencies(await measureCurrencies());
  process.exit();
}
if (process.argv.includes('--payouts')) {
  const figures = await measurePayouts();
  printPayouts(figures);
  const isRight = figures.every(({ csvs, booksBalance }) => booksBalance !== false && csvs.every(({ same }) => same));
  process.exit(isRight ? 0 : 1);
}
let player = 0;
const redeemBody = (codes: string[]) => () => {
  player += 1;
  return JSON.stringify({ user_id: `player-${player}`, code: codes[player % codes.length] });
};
const echoBody = () => JSON.stringify({ user_id: `player-${++player}`, code: 'HOT' });

const echo = (server: { url: string }, forSeconds = seconds) =>
  load(server.url, { body: echoBody, seconds: forSeconds });

const many = Array.from({ length: 200 }, (_, n) => `MANY-${n}`);
async function codesOf(daemon: BenchDaemon) {
  await daemon.changeSettings({ creator_code_moderation: 'none' });
  await daemon.code('BASE', { use_as_referral: 'Y' });
  for (const code of ['HOT', ...many])
    await daemon.program('POST', '/v1/redemption-codes/creator', {
      creator_id: `creator-${code}`,
      redemption_code: 'BASE',
      code,
    });
}
const bareServer = await start([here('echo-http.mjs')]);
const expressServer = await start([here('echo-express.mjs')]);
// The echo servers are warmed up, like the daemon, before they are measured.
for (const server of [bareServer, expressServer]) await echo(server);
const bare = await echo(bareServer);
const express = await echo(expressServer);
await bareServer.stop();
report('bare node:http echo', bare, 'requests/s', bare / express, '');
report('Express echo', express, 'requests/s', 1, '');

const postgres = await startPostgres({ own: true });
for (const [name, database, goals] of [
  ['SQLite', 'sqlite', { redeem: 1, payments: 0.4 }],
  ['Postgres', postgres.url, { redeem: 0.5, payments: 0.35 }],
] as const) {
  const daemon = await startDaemon(database, codesOf);
  const headers = { 'x-api-key': daemon.key };
  const redeem = (codes: string[], forSeconds: number) =>
    load(`${daemon.url}/v1/redemption-codes/use/redeem`, { headers, body: redeemBody(codes), seconds: forSeconds });
  const events = (body: () => string) =>
    load(`${daemon.url}/v1/game/game-event`, { headers, body, seconds, connections: 8 });
  await redeem(many, seconds);
  // The figures are measured in turn, so that a slowdown of the machine or a growing table affects all of them.
  const rounds: { express: number; hot: number; spread: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      express: await echo(expressServer, seconds / 2),
      hot: await redeem(['HOT'], seconds / 2),
      spread: await redeem(many, seconds / 2),
    });
  const hot = median(rounds.map((one) => one.hot));
  const spread = median(rounds.map((one) => one.spread));
  const hotToMany = median(rounds.map((one) => one.hot / one.spread));
  const hotToExpress = median(rounds.map((one) => one.hot / one.express));
  const spreadToExpress = median(rounds.map((one) => one.spread / one.express));
  report(
    `${name}: redeem, one hot creator code`,
    hot,
    'requests/s',
    hotToExpress,
    `${goals.redeem} × the Express echo`,
  );
  report(
    `${name}: redeem, 200 creator codes`,
    spread,
    'requests/s',
    spreadToExpress,
    `${goals.redeem} × the Express echo`,
  );
  report(`${name}: one hot code compared with 200 codes`, hot, 'requests/s', hotToMany, '1 × the rate with 200 codes');
  const insert = name === 'SQLite' ? await bareSqliteRate(seconds) : await barePostgresRate(postgres.url, seconds);
  report(`${name}: bare insert of 1,000 rows`, insert, 'rows/s', 1, '');
  const paid = 1000 * (await events(payments));
  report(
    `${name}: payments, 1,000 per request`,
    paid,
    'payments/s',
    paid / insert,
    `${goals.payments} × the bare insert`,
  );
  const sent = 1000 * (await events(sdkEvents));
  report(`${name}: SDK events, 1,000 per request`, sent, 'events/s', sent / insert, '');
  await daemon.stop();
}
await postgres.stop();
await expressServer.stop();
const milliseconds = await analyticsAtAMillion();
report('SQLite: analytics of 200 codes at 1,000,000 claims', milliseconds, 'ms (median)', undefined, 'under 5 ms');

console.log(
  `\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
);
console.log('| what | measured | ratio | goal |\n|---|---|---|---|');
for (const { what, measured, ratio, goal } of rows) console.log(`| ${what} | ${measured} | ${ratio} | ${goal} |`);
