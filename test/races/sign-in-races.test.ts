import { expect, it } from 'vitest';
import type { Database, Handle } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { countAttempt } from '../../daemon/features/staff/credentials.ts';
import { MAX_FAILURES, MAX_FAILURES_ANYWHERE } from '../../daemon/features/staff/sign-in-rules.ts';
import { findStaffByEmail } from '../../daemon/features/staff/staff-store.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { onEachDatabase } from '../support/world/each-database.ts';
import { untilAnswered } from '../support/world/until-answered.ts';

const AT_ONCE = 20;
const NOW = Date.UTC(2026, 0, 10);

onEachDatabase((database, kind, url) => {
  /** Attempts simultaneous sign-ins from these addresses. @returns how many were allowed to check the password */
  async function admitted(email: string, ips: readonly string[], change = (db: Database) => db): Promise<number> {
    // Postgres has two daemons.
    const other = kind === 'postgres' ? await openDatabase(url(), { exclusive: false, poolSize: 8 }) : database();
    other.keys.secretKey = secretKeyOf('the secret of a test');
    try {
      const asks = ips.map((ip, n) => () => {
        const asked = { find: (handle: Handle) => findStaffByEmail(handle, email), email, ip };
        return countAttempt(change(n % 2 ? other : database()), asked, NOW);
      });
      const settled: PromiseSettledResult<unknown>[] = [];
      for (let from = 0; from < asks.length; from += AT_ONCE)
        settled.push(...(await Promise.allSettled(asks.slice(from, from + AT_ONCE).map(untilAnswered))));
      const refused = settled.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[])
        expect(reason).toMatchObject({ problem: { code: 'account_locked' } });
      return ips.length - refused.length;
    } finally {
      if (other !== database()) await other.close();
    }
  }
  const one = Array<string>(40).fill('192.0.2.1');
  const many = Array.from({ length: 130 }, (_, n) => `2001:db8:${n.toString(16)}::1`);

  it('parallel attempts never exceed the limit for one network', async () => {
    expect(await admitted('ada@example.test', one)).toBe(MAX_FAILURES);
  });

  it('parallel attempts from many networks never exceed the limit for all networks together', async () => {
    expect(await admitted('ada2@example.test', many)).toBe(MAX_FAILURES_ANYWHERE);
  }, 30_000);

  it.runIf(kind === 'postgres')('sabotage: rows that are read without a lock are noticed', async () => {
    const withoutLocks = (db: Database): Database => ({
      ...db,
      write: (fn) => db.write((handle) => fn({ ...handle, dialect: 'sqlite' })),
    });
    expect(await admitted('eve@example.test', one, withoutLocks)).toBeGreaterThan(MAX_FAILURES);
  });
});
