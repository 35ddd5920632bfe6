import { join } from 'node:path';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { startDaemon } from './bench-daemon.ts';

const CODES = 200;
const CLAIMS = 1_000_000;

/** Returns the median time in ms to read the analytics of a creator with 200 codes and a million claims. */
export async function analyticsAtAMillion(): Promise<number> {
  const daemon = await startDaemon('sqlite');
  await daemon.changeSettings({ creator_code_moderation: 'none' });
  for (let n = 0; n < CODES; n += 1) {
    await daemon.code(`BASE-${n}`, { use_as_referral: 'Y' });
    await daemon.program('POST', '/v1/redemption-codes/creator', {
      creator_id: 'star',
      redemption_code: `BASE-${n}`,
      code: `STAR-${n}`,
    });
  }
  fill(join(daemon.folder, 'redeem.db'));
  const times: number[] = [];
  for (let n = 0; n < 200; n += 1) {
    const startedAt = performance.now();
    const rows = await daemon.program<unknown[]>('GET', '/v1/redemption-codes/analytics?creator_id=star');
    times.push(performance.now() - startedAt);
    if (rows.length !== CODES) throw new Error(`${rows.length} rows instead of ${CODES}`);
  }
  await daemon.stop();
  return times.sort((a, b) => a - b)[times.length / 2]!;
}

function fill(file: string) {
  const db = openSqliteFile(file);
  const codes = db
    .prepare<[], { code_id: number; base_code_id: number }>(
      "select code_id, base_code_id from codes where kind = 'creator'",
    )
    .all();
  const claim = db.prepare(
    'insert into claims (user_id, code_id, base_code_id, linked, key_id, created_at) values (?, ?, ?, 0, 1, ?)',
  );
  const count = db.prepare(
    `insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
     values (?, 0, '', 0, ?, 0, 0, 0)
     on conflict do update set claims = claims + excluded.claims`,
  );
  const now = Date.now();
  for (let at = 0; at < CLAIMS; at += 10_000) {
    db.transaction(() => {
      for (let n = at; n < at + 10_000; n += 1) {
        const { code_id, base_code_id } = codes[n % codes.length]!;
        claim.run(`player-${n}`, code_id, base_code_id, now);
      }
      for (const { code_id } of codes) count.run(code_id, 10_000 / codes.length);
    }).immediate();
  }
  db.close();
}
