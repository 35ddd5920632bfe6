import { expect, test } from 'vitest';
import { rekey } from '../../daemon/features/secret-key/rekey.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember, codeAt } from '../support/http/staff.ts';
import { apiKey, done, refusal, shape, testClient } from '../support/http/test-client.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const OLD = 'the secret key of the first year, 1';
const NEW = 'the secret key of the second year, 2';
const KEYS = 700;

/** Creates a key pool and its code, a webhook endpoint, and a member of staff with a second factor. */
async function fill(daemon: TestDaemon) {
  const { pool_id } = done(await daemon.owner.call('createKeyPool', { body: { name: 'Steam' } }));
  const csv = Array.from({ length: KEYS }, (_, at) => `KEY-${at}`).join('\n');
  done(await daemon.owner.call('addPoolKeys', { params: { pool_id }, body: { csv } }));
  await addCode(daemon, await runningCampaign(daemon), 'STEAM', { key_pool_id: pool_id });
  const webhook = { url: 'https://hooks.invalid/', events: ['code.created' as const] };
  done(await daemon.owner.call('createWebhook', { body: webhook }));
  const member = await addMember(daemon, 'live_ops');
  const { secret } = done(await member.ask.call('startTotp'));
  const now = Date.now();
  done(await member.ask.call('confirmTotp', { body: { code: codeAt(secret, now) } }));
  // The confirmation used up its code, so the sign-in uses the code of the next step.
  const signIn = { email: member.email, password: member.password, totp_code: codeAt(secret, now + 30_000) };
  return { pool_id, csv, signIn };
}

const redeem = async (daemon: TestDaemon, key: string, user_id: string) =>
  done(
    await testClient(daemon.url, { ...apiKey(key), 'Idempotency-Key': user_id }).call('redeem', {
      body: { user_id, code: 'STEAM' },
    }),
  ).key?.value;

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  '%s: with a new secret key, the daemon needs the old one to decrypt existing data, until rekey has run',
  async (kind) => {
    const storage = await testDatabase(kind, { booksMayDiffer: true });
    const first = await startTestDaemon({ databaseUrl: storage.url, env: { REDEEMD_SECRET_KEY: OLD } });
    const { pool_id, csv, signIn } = await fill(first);
    const { serverKey } = first;
    expect(await redeem(first, serverKey, 'ann')).toBe('KEY-0');
    await first.close();

    const both = await startTestDaemon({
      databaseUrl: storage.url,
      env: { REDEEMD_SECRET_KEY: NEW, REDEEMD_OLD_SECRET_KEY: OLD },
    });
    expect(await redeem(both, serverKey, 'ann')).toBe('KEY-0');
    expect(await redeem(both, serverKey, 'ben')).toBe('KEY-1');
    const again = await both.owner.call('addPoolKeys', { params: { pool_id }, body: { csv } });
    expect(shape(again)).toEqual(refusal(400, 'invalid_csv'));
    expect(again.body).toMatchObject({ fault_count: KEYS });

    // The first run ends after one step, as if it had been stopped.
    const stop = new AbortController();
    const some = rekey(stoppingAfter(both.db, 1, stop), Date.now(), stop.signal);
    const { counts } = await some;
    expect(counts['pool_keys.sealed']).toBeGreaterThan(0);
    expect(counts['pool_keys.sealed']).toBeLessThan(KEYS);
    expect(await redeem(both, serverKey, 'eve')).toBe('KEY-2');
    const rest = await rekey(both.db, Date.now());
    expect(rest.lost).toBe(0);
    expect(rest.counts['pool_keys.sealed'] + counts['pool_keys.sealed']).toBe(KEYS);
    expect(rest.counts).toMatchObject({ 'webhooks.secret': 1, 'staff.totp_secret': 1 });
    expect((await rekey(both.db, Date.now())).counts).toMatchObject({ 'pool_keys.sealed': 0, 'webhooks.secret': 0 });
    await both.close();

    const alone = await startTestDaemon({ databaseUrl: storage.url, env: { REDEEMD_SECRET_KEY: NEW } });
    expect(await redeem(alone, serverKey, 'ann')).toBe('KEY-0');
    expect(await redeem(alone, serverKey, 'joe')).toBe('KEY-3');
    done(await testClient(alone.url).call('signIn', { body: signIn }));
    const refused = await alone.owner.call('addPoolKeys', { params: { pool_id }, body: { csv: 'KEY-5' } });
    expect(shape(refused)).toEqual(refusal(400, 'invalid_csv'));
    const columns = "select sealed as s from pool_keys union all select secret from webhooks where secret <> ''";
    const rows = await runSql(
      storage.url,
      `${columns} union all select totp_secret from staff where totp_secret is not null`,
    );
    expect(new Set(rows.map(({ s }) => String(s).split('.')[0]))).toEqual(new Set([secretKeyOf(NEW).id]));
    await alone.close();
    await storage.drop();
  },
  60_000,
);

/** Returns a database that aborts `stop` after this number of writes. */
const stoppingAfter = (db: TestDaemon['db'], writes: number, stop: AbortController): TestDaemon['db'] => ({
  ...db,
  keys: db.keys,
  write: async (run) => {
    const result = await db.write(run);
    writes -= 1;
    if (writes === 0) stop.abort();
    return result;
  },
});

test.each<DatabaseKind>(['sqlite', 'postgres'])(
  '%s: values encrypted with an unknown key are not changed',
  async (kind) => {
    const storage = await testDatabase(kind, { booksMayDiffer: true });
    const first = await startTestDaemon({ databaseUrl: storage.url, env: { REDEEMD_SECRET_KEY: OLD } });
    await fill(first);
    await first.close();
    const other = await startTestDaemon({ databaseUrl: storage.url, env: { REDEEMD_SECRET_KEY: NEW } });
    const { data } = done(
      await other.owner.call('listPoolKeys', { params: { pool_id: 1 }, query: { state: 'unused' } }),
    );
    expect(data[0]?.masked).toBe('••••');
    expect(await rekey(other.db, Date.now())).toMatchObject({ lost: KEYS + 2, counts: { 'pool_keys.sealed': 0 } });
    await other.close();
    await storage.drop();
  },
);
