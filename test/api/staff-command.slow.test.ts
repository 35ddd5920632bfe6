import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { codeAt } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';
import {
  type DatabaseKind,
  OWNER,
  type SpawnedDaemon,
  spawnDaemon,
  type TestDatabase,
  testDatabase,
} from '../support/world/daemon.ts';

const KEY = { REDEEMD_SECRET_KEY: 'a secret key of at least 32 characters' };

function redeemd(databaseUrl: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), ...args], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: databaseUrl, REDEEMD_LOG_LEVEL: 'error', ...env },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

describe.each<DatabaseKind>(['sqlite', 'postgres'])('the staff command next to a running daemon on %s', (kind) => {
  let database: TestDatabase;
  let daemon: SpawnedDaemon | undefined;
  afterEach(async () => {
    await daemon?.end('SIGKILL');
    // Dropping the database also verifies the audit chain.
    await database.drop();
  });

  const signIn = (more: object = {}) => testClient(daemon?.url ?? '').call('signIn', { body: { ...OWNER, ...more } });
  async function startWithTotp(env: Record<string, string> = {}) {
    database = await testDatabase(kind);
    daemon = await spawnDaemon(database.url, env);
    const owner = testClient(daemon.url, bearer(done(await signIn()).token));
    const { secret } = done(await owner.call('startTotp'));
    const body = { code: codeAt(secret, Date.now()) };
    const { recovery_codes } = done(await owner.call('confirmTotp', { body }));
    return { owner, secret, recoveryCodes: recovery_codes as string[] };
  }
  const auditOf = async () => {
    const ask = testClient(daemon?.url ?? '', bearer(done(await signIn()).token));
    return done(await ask.call('listAudit')).data;
  };

  test('the only owner can sign in after the command has removed the second factor', async () => {
    const { owner, recoveryCodes } = await startWithTotp();
    expect(shape(await signIn())).toEqual(refusal(401, 'totp_required'));
    const { status, said } = redeemd(database.url, ['staff', 'reset-totp', OWNER.email.toUpperCase()]);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('has been turned off') });
    expect((await owner.call('getSession')).status).toBe(401);
    expect(done(await signIn()).staff).toMatchObject({ totp: false, recovery_codes_left: 0 });
    const [row] = await auditOf();
    expect(row).toMatchObject({ action: 'staff.reset_totp', staff: null, entity: 'staff' });
    expect([row.before.totp, row.after.totp]).toEqual([true, false]);
    // The old recovery codes do not come back with a new second factor.
    const again = testClient(daemon?.url ?? '', bearer(done(await signIn()).token));
    const { secret } = done(await again.call('startTotp'));
    done(await again.call('confirmTotp', { body: { code: codeAt(secret, Date.now()) } }));
    expect((await signIn({ totp_code: recoveryCodes[0] })).status).toBe(401);
    expect(redeemd(database.url, ['staff', 'reset-totp', OWNER.email]).status).toBe(0);
    expect(redeemd(database.url, ['staff', 'reset-totp', OWNER.email]).said).toContain('had no second factor');
    expect(redeemd(database.url, ['staff', 'reset-totp', 'unknown@example.test'])).toEqual({
      status: 1,
      said: 'redeemd: No member of staff has the email address unknown@example.test\n',
    });
  });

  test('a second factor that was encrypted with a lost secret key can be turned off under the new key', async () => {
    const { secret } = await startWithTotp(KEY);
    await daemon?.end('SIGTERM');
    const other = { REDEEMD_SECRET_KEY: 'another key of at least 32 characters' };
    daemon = await spawnDaemon(database.url, other);
    expect((await signIn({ totp_code: codeAt(secret, Date.now() + 30_000) })).status).not.toBe(200);
    expect(redeemd(database.url, ['staff', 'reset-totp', OWNER.email], other).status).toBe(0);
    expect((await signIn()).status).toBe(200);
  });

  test('a lost password is replaced through a link that works once', async () => {
    database = await testDatabase(kind);
    daemon = await spawnDaemon(database.url);
    const owner = testClient(daemon.url, bearer(done(await signIn()).token));
    const env = { REDEEMD_PUBLIC_URL: 'https://codes.example' };
    const { status, said } = redeemd(database.url, ['staff', 'reset-password', OWNER.email], env);
    expect(status).toBe(0);
    const [, token = ''] = /^https:\/\/codes\.example\/portal\/#invitation=(\S+)$/m.exec(said) ?? [];
    expect((await owner.call('getSession')).status).toBe(401);
    expect((await signIn()).status).toBe(200);
    const accept = () =>
      testClient(daemon?.url ?? '').call('acceptInvitation', { body: { token, password: 'a password anew' } });
    expect((await accept()).status).toBe(200);
    expect((await accept()).status).toBe(401);
    expect((await signIn()).status).toBe(401);
    expect((await signIn({ password: 'a password anew' })).status).toBe(200);
  });
});
