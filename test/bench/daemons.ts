// Compares the rates of three daemons and of one daemon on one Postgres (`npm run bench -- --daemons`). A commit takes
// 2 ms, as over a network. The batches go directly to the store, without HTTP, so two cores suffice for three daemons.
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { redeemItem } from '../support/database/hot-items.ts';
import { freshDatabase, startPostgres } from '../support/world/postgres.ts';
import { median, startDaemon } from './bench-daemon.ts';
import { flag } from './fill.ts';

const SECONDS = Number(flag('seconds') ?? 4);
const ROUNDS = 6;
const DAEMONS = 3;
const CODES = 200;
const BATCHES = [1, 10, 50];
/** Each transaction waits this long before its commit is flushed, and shares the flush with concurrent ones. */
const COMMIT_OF_2_MS = { commit_delay: '2000', commit_siblings: '0' };

let player = 0;

const postgres = await startPostgres({ own: true, settings: COMMIT_OF_2_MS });
const fresh = await freshDatabase(postgres.url);
const prepared = await startDaemon(fresh.url, async (daemon) => {
  for (let n = 0; n < CODES; n += 1) await daemon.code(`CODE${n}`);
});
await prepared.stop();
const daemons: Database[] = [];
try {
  for (let n = 0; n < DAEMONS; n += 1) daemons.push(await openDatabase(fresh.url, { exclusive: true }));
  console.log(
    '| redeems per batch | one daemon, redeems/s | three daemons, redeems/s | ratio (goal 2.5) | range of six rounds |\n|---|---|---|---|---|',
  );
  for (const size of BATCHES) console.log(await compare(size));
} finally {
  for (const daemon of daemons) await daemon.close();
  await fresh.drop();
  await postgres.stop();
}

/** Measures one daemon and three daemons alternately. The first round is a warm-up. */
async function compare(size: number): Promise<string> {
  const rounds: { one: number; three: number; ratio: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await redeemBy(daemons.slice(0, 1), size);
    const three = await redeemBy(daemons, size);
    if (round > 0) rounds.push({ one, three, ratio: three / one });
  }
  const ratios = rounds.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const rate = (which: 'one' | 'three') => Math.round(median(rounds.map((round) => round[which]))).toLocaleString('en');
  const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`;
  return `| ${size} | ${rate('one')} | ${rate('three')} | ${median(ratios).toFixed(2)} | ${spread} |`;
}

/** Returns the total redeems per second. Each daemon writes one batch after another, as it does under load. */
async function redeemBy(of: readonly Database[], size: number): Promise<number> {
  const until = performance.now() + SECONDS * 1000;
  const counts = await Promise.all(of.map((daemon) => redeemUntil(daemon, size, until)));
  return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
}

async function redeemUntil(daemon: Database, size: number, until: number): Promise<number> {
  const store = createHotStore(daemon);
  let redeemed = 0;
  while (performance.now() < until) {
    const items = Array.from({ length: size }, () => {
      player += 1;
      return redeemItem(`player-${player}`, `CODE${player % CODES}`);
    });
    const outcomes = await store.redeem(items, Date.now());
    if (!outcomes.every((outcome) => 'ok' in outcome && outcome.ok)) throw new Error(JSON.stringify(outcomes[0]));
    redeemed += size;
  }
  return redeemed;
}
