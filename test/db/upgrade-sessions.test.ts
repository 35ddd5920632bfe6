import { describe, expect, it } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { findSession, noteWrite } from '../../daemon/features/staff/sessions-store.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

describe.each(['sqlite', 'postgres'] as const)('an upgrade on %s', (kind) => {
  it('keeps sessions, and a daemon of the previous version continues to create them', async () => {
    const { url, drop } = await testDatabase(kind);
    const all = migrationsOf(kind);
    const older = all.slice(
      0,
      all.findIndex(({ sql }) => sql.some((statement) => statement.includes('sign_in_tries'))),
    );
    await migrate(url, { migrations: older });
    const session = (hash: string) =>
      `INSERT INTO staff_sessions (token_hash, staff_id, created_at, expires_at) VALUES ('${hash}', 1, 1, 2)`;
    await runSql(
      url,
      "INSERT INTO staff (email, name, role, failed_sign_ins, locked_until, created_at) VALUES ('a@example.test', 'Ada', 'owner', 10, 5, 1)",
      session('old'),
    );
    expect(await migrate(url)).toEqual({ applied: all.length - older.length });
    await runSql(url, session('new'));
    const db = await openDatabase(url, { exclusive: true });
    await seedOrganisation(db, 1);
    for (const hash of ['old', 'new']) {
      const found = () => db.read((handle) => findSession(handle, hash));
      expect(await found()).toMatchObject({ staffId: 1, expiresAt: 2, wrotePosition: null });
      await noteWrite(db, hash, 2 ** 50);
      expect(await found()).toMatchObject({ wrotePosition: 2 ** 50 });
    }
    await db.close();
    await drop();
  });
});
