import pg from 'pg';
import { expect, test } from 'vitest';
import { forgetDeleted } from '../../daemon/db/forget.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

test('a table whose page another connection reads is named as still holding old rows', async () => {
  const storage = await testDatabase('postgres', { isMigrated: true });
  const reader = new pg.Client({ connectionString: storage.url });
  try {
    await runSql(
      storage.url,
      'create table notes as select n, repeat($$x$$, 100) as text from generate_series(1, 50) n',
    );
    await runSql(storage.url, 'delete from notes where n = 7');
    // An open cursor pins the page that it reads; its snapshot is later than the deletion, so that alone keeps no row.
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
