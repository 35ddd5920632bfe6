import { execFileSync } from 'node:child_process';
import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { expect, test } from 'vitest';
import { forgetDeleted } from '../../daemon/db/forget.ts';
import { clearGaps, findFullGaps } from '../../daemon/db/sqlite/page-gaps.ts';
import { openConnection, sqliteFile } from '../../daemon/db/sqlite/sqlite-connection.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

test('a table is reported as still containing deleted rows while another connection reads a page of it', async () => {
  const storage = await testDatabase('postgres', { isMigrated: true });
  const reader = new pg.Client({ connectionString: storage.url });
  try {
    await runSql(
      storage.url,
      'create table notes as select n, repeat($$x$$, 100) as text from generate_series(1, 50) n',
    );
    await runSql(storage.url, 'delete from notes where n = 7');
    // An open cursor pins the page that it reads. Its snapshot is later than the deletion, so the snapshot itself does
    // not keep the row.
    await reader.connect();
    await reader.query('begin');
    await reader.query('declare pages cursor for select * from notes');
    await reader.query('fetch 1 from pages');
    expect(await forgetDeleted(storage.url, ['notes'])).toEqual(['notes']);
    await reader.query('rollback');
    expect(await forgetDeleted(storage.url, ['notes'])).toEqual([]);
  } finally {
    await reader.end();
    await storage.drop();
  }
});

type Connection = BetterSqlite3.Database;

/** Returns a generator of numbers that are the same in each run: powers of a number modulo a prime. */
function numbers() {
  let last = 1;
  return () => {
    last = (last * 16807) % 2147483647;
    return last;
  };
}

/** Creates a file in which gaps in pages contain rows that SQLite moved and the test later deleted. */
async function withRemains(
  test: (world: { url: string; file: string; daemon: Connection; left: () => string[] }) => Promise<void>,
) {
  const storage = await testDatabase('sqlite', { isMigrated: true });
  const { url } = storage;
  const file = sqliteFile(url);
  const daemon = openConnection(file, 'writer');
  const next = numbers();
  const tables = Array.from({ length: 40 }, (_, n) => `notes_${n}`);
  const kept: string[] = [];
  const gone = new Set<string>();
  const left = () => {
    // Another process reads the file, because closing it in this process would release SQLite's locks on it.
    const text = execFileSync('cat', [file], { encoding: 'latin1', maxBuffer: 2 ** 28 });
    return [...text.matchAll(/player \d{10}/g)].map(([player]) => player).filter((player) => gone.has(player));
  };
  try {
    daemon.transaction(() => {
      for (const table of tables) {
        daemon.exec(`create table ${table} (text text); create index of_${table} on ${table} (text)`);
        const add = daemon.prepare(`insert into ${table} values (?)`);
        const remove = daemon.prepare(`delete from ${table} where text = ?`);
        const texts: string[] = [];
        for (let n = 0; n < 600; n += 1) {
          const player = `player ${String(next()).padStart(10, '0')}`;
          const text = player.repeat(1 + (next() % 12));
          texts.push(text);
          add.run(text);
          if (next() % 10 >= 6) continue;
          for (const other of texts.splice(next() % texts.length, 1)) {
            gone.add(other.slice(0, player.length));
            remove.run(other);
          }
        }
        kept.push(...texts);
      }
    })();
    daemon.pragma('wal_checkpoint(TRUNCATE)');
    for (const table of tables) daemon.prepare(`select count(*) from ${table} where text > ''`).get();
    expect(left()).not.toEqual([]);

    await test({ url, file, daemon, left });
    expect(left()).toEqual([]);
    for (const table of tables) daemon.exec(`update ${table} set text = text || '.' where rowid % 7 = 0`);
    for (const table of tables) daemon.exec(`update ${table} set text = rtrim(text, '.')`);
    daemon.pragma('wal_checkpoint(TRUNCATE)');
    expect(left()).toEqual([]);
    expect(daemon.pragma('integrity_check', { simple: true })).toBe('ok');
    const rows = tables.flatMap((table) => daemon.prepare(`select text from ${table} order by rowid`).pluck().all());
    expect(rows).toEqual(kept);
  } finally {
    daemon.close();
    await storage.drop();
  }
}

test('deleted rows stay in the gaps in SQLite’s pages until forgetDeleted overwrites the gaps', () =>
  withRemains(async ({ url }) => {
    expect(await forgetDeleted(url, [])).toEqual([]);
  }));

test('gaps are overwritten only while the WAL is empty, and pages in the daemon’s cache do not bring the rows back', () =>
  withRemains(async ({ file, daemon }) => {
    const db = openConnection(file, 'writer');
    try {
      const pageBytes = db.pragma('page_size', { simple: true }) as number;
      daemon.exec('create table more (n integer)');
      expect(clearGaps(db, findFullGaps(file, pageBytes), pageBytes)).toBe(false);
      daemon.pragma('wal_checkpoint(TRUNCATE)');
      const full = findFullGaps(file, pageBytes);
      daemon.exec('begin immediate');
      db.pragma('busy_timeout = 0');
      expect(clearGaps(db, full, pageBytes)).toBe(false);
      daemon.exec('rollback');
      for (let n = 0; n < 40; n += 1) daemon.prepare(`select count(*) from notes_${n} where text > ''`).get();
      expect(clearGaps(db, full, pageBytes)).toBe(true);
      expect(findFullGaps(file, pageBytes)).toEqual([]);
    } finally {
      db.close();
    }
  }));
