import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import type { Role } from '../../daemon/contract/endpoint.ts';
import { unsubscribeToken } from '../../daemon/features/unsubscribe/unsubscribe-rules.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { codeAt } from '../support/http/staff.ts';
import { type Answered, bearer, done, type TestClient, testClient } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, subscribe } from '../support/http/webhooks.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { type Receiver, startReceiver, verified } from '../support/servers/receiver.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { OWNER, type SpawnedDaemon, spawnDaemon, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

// Secrets that the daemon receives or creates appear nowhere unencrypted.

const canary = () => `canary-${randomBytes(18).toString('base64url')}`;

const ENV_SECRETS = {
  REDEEMD_OWNER_PASSWORD: canary(),
  REDEEMD_SECRET_KEY: canary() + canary(),
  REDEEMD_METRICS_TOKEN: canary(),
};
const MAIL_PASSWORD = canary();
const CREATOR = 'creator-who-leaves';

/** Sends and receives secrets on every path that accepts or returns one, and returns all of them. */
async function live(daemon: SpawnedDaemon, receiver: Receiver): Promise<string[]> {
  const secrets = [...Object.values(ENV_SECRETS), MAIL_PASSWORD];
  const keep = (...found: (string | null | undefined)[]) => {
    for (const secret of found) if (secret) secrets.push(secret);
  };
  const guest = testClient(daemon.url);
  const { token } = done(
    await guest.call('signIn', { body: { ...OWNER, password: ENV_SECRETS.REDEEMD_OWNER_PASSWORD } }),
  );
  keep(token);
  const owner = testClient(daemon.url, bearer(token));
  for (const kind of ['server', 'client', 'server', 'client'] as const) {
    const made = done(await owner.call('createApiKey', { body: { name: kind, kind } }));
    const turned = done(await owner.call('rotateApiKey', { params: { key_id: made.key_id } }));
    keep(made.key, turned.key);
    await tryKey(daemon, made.key);
  }
  for (const role of ['viewer', 'finance', 'moderator', 'live_ops'] as const)
    keep(...(await enrol(daemon, owner, role)));
  keep(...(await hook(owner, receiver)), ...(await unsubscribe(daemon)));
  keep(...(await sendWrongly(daemon)));
  await mail(owner);
  return secrets;
}

/** Sends a key in accepted and refused requests, in an invalid body, and in places where keys do not belong. */
async function tryKey(daemon: SpawnedDaemon, key: string) {
  const game = testClient(daemon.url, { 'X-API-Key': key });
  await game.call('redeem', { body: { user_id: 'u', code: 'NONE' } });
  await game.call('analytics', { query: { creator_id: '0' } });
  await game.call('gameEvent', { body: { events: [{ event_type: 'payment' }] } });
  await testClient(daemon.url, { Authorization: `Bearer ${key}` }).call('getSession');
}

/** Invites a member, who accepts in a browser, turns the second factor on and changes the password. */
async function enrol(daemon: SpawnedDaemon, owner: TestClient, role: Role): Promise<string[]> {
  const [password, next] = [canary(), canary()];
  const email = `${role}@example.test`;
  const { invitation } = done(await owner.call('createStaff', { body: { email, name: role, role } }));
  const guest = testClient(daemon.url);
  const accepted = await guest.call('acceptInvitation', {
    body: {
      token: invitation.token,
      password,
      cookie: true,
    },
  });
  const { csrf_token } = done(accepted);
  const signedIn = done(await guest.call('signIn', { body: { email, password } }));
  const mine = testClient(daemon.url, bearer(signedIn.token));
  const { secret } = done(await mine.call('startTotp'));
  done(await mine.call('confirmTotp', { body: { code: codeAt(secret, Date.now()) } }));
  const fields = { current_password: password, new_password: next };
  const changed = done(await mine.call('changePassword', { body: fields }));
  return [password, next, invitation.token, csrf_token, cookieOf(accepted), signedIn.token, secret, changed.token];
}

const cookieOf = ({ headers }: Answered) => /session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

/** Sends an endpoint messages before, during and after a rotation of its secret. */
async function hook(owner: TestClient, receiver: Receiver): Promise<string[]> {
  const { webhook_id, secret } = await subscribe(owner, receiver, 'payout.prepared');
  const test = async () => done(await owner.call('testWebhook', { params: { webhook_id } }));
  await test();
  const rotated = done(await owner.call('rotateWebhook', { params: { webhook_id } }));
  await test();
  for (const message of receiver.received) verified(message, secret);
  const last = done(await owner.call('rotateWebhook', { params: { webhook_id }, body: { overlap_seconds: 0 } }));
  await test();
  verified(receiver.received.at(-1)!, last.secret);
  const secrets = [secret, rotated.secret, last.secret];
  // Receivers store secrets with their prefix; signatures use them without it.
  return secrets.flatMap((one) => [one, one.replace('whsec_', '')]);
}

/** Sends GET and POST requests to a valid unsubscribe link and to a forged one. */
async function unsubscribe({ url }: SpawnedDaemon): Promise<string[]> {
  const token = unsubscribeToken(secretKeyOf(ENV_SECRETS.REDEEMD_SECRET_KEY), { creator_id: CREATOR });
  const wrong = canary();
  for (const method of ['GET', 'POST'])
    for (const one of [token, wrong]) await fetch(`${url}/v1/unsubscribe?token=${one}`, { method });
  return [token, token.split('.')[1] ?? '', wrong];
}

/** Sends an email, which fails because the mail server refuses every sign-in. The list of deliveries shows why. */
async function mail(owner: TestClient) {
  done(await owner.edit('changeSettings', { body: { payout_email: 'client@example.test' } }));
  done(await owner.call('createPayoutRun', { body: { kind: 'manual' } }));
  const tried = async () =>
    done(await owner.call('listDeliveries', { query: { channel: 'mail' } })).data[0]?.attempts ?? 0;
  await until('an attempt to send the email', async () => (await tried()) > 0);
}

/** Puts secrets into requests that are refused: a mistyped secret must not reach a log. */
async function sendWrongly(daemon: SpawnedDaemon): Promise<string[]> {
  const wrong = Array.from({ length: 6 }, canary);
  const [password, setup, body, header, path, query] = wrong as [string, string, string, string, string, string];
  const guest = testClient(daemon.url);
  await guest.call('signIn', { body: { ...OWNER, password } });
  await guest.call('setup', { body: { setup_token: setup, email: 'a@b.test', password: `${setup} x` } });
  await rawRequest(daemon.url, {
    path: '/v1/admin/session',
    headers: { 'Content-Type': 'application/json' },
    body: `{"email":"x","password":"${body}"`,
  });
  await rawRequest(daemon.url, {
    method: 'GET',
    path: '/v1/admin/session',
    headers: { Authorization: `Bearer ${header}` },
  });
  await guest.send('GET', `/v1/admin/${path}`);
  await guest.send('GET', `/v1/admin/campaigns?token=${query}`);
  return wrong;
}

/** Reads the lists that staff can see, and the CSV of the payout run. */
async function readAsStaff({ url }: SpawnedDaemon): Promise<string> {
  const body = { ...OWNER, password: ENV_SECRETS.REDEEMD_OWNER_PASSWORD };
  const { token } = done(await testClient(url).call('signIn', { body }));
  const paths = ['webhooks', 'deliveries', 'outbox', 'audit', 'settings', 'jobs', 'staff', 'api-keys', 'creators'];
  const read = async (path: string) => (await fetch(`${url}/v1/admin/${path}`, { headers: bearer(token) })).text();
  return (await Promise.all([...paths, 'payout-runs/1', 'payout-runs/1/csv'].map(read))).join('\n');
}

/** Returns the output of a command that signs in to the mail server, and of a command with invalid settings. */
async function printed(env: Record<string, string>): Promise<string> {
  const run = (command: string, more: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const args = [join(root, 'daemon/dist/main.js'), command];
      execFile(process.execPath, args, { env: { ...env, ...more } }, (_fault, out, err) => resolve(out + err));
    });
  return (await run('doctor', {})) + (await run('verify', { REDEEMD_PORT: 'none' }));
}

/** Yields each text that can still be read afterwards, with its place. */
function* leftovers(daemon: SpawnedDaemon, folder: string, texts: Record<string, string>): Generator<[string, Buffer]> {
  for (const [place, text] of Object.entries(texts)) yield [place, Buffer.from(text)];
  yield ['the log', Buffer.from(daemon.stderr())];
  yield ['the arguments', readFileSync(`/proc/${daemon.process.pid}/cmdline`)];
  // `cat` reads the files, because a process that closes a SQLite file drops the locks of its other connections to it.
  for (const name of readdirSync(folder)) yield [name, execFileSync('cat', [join(folder, name)], { maxBuffer: 1e9 })];
}

const places = (daemon: SpawnedDaemon, folder: string, texts: Record<string, string>, secrets: string[]) =>
  [...leftovers(daemon, folder, texts)].flatMap(([place, bytes]) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret.slice(0, 10)}… in ${place}`),
  );

it('more than sixty secrets do not appear in logs, files, arguments, lists or CSVs', {
  timeout: 120_000,
}, async () => {
  const own = await testDatabase('sqlite');
  const folder = dirname(own.url.slice('sqlite:'.length));
  const [receiver, mailServer] = [await startReceiver(), await startMailServer()];
  const env = {
    ...ENV_SECRETS,
    REDEEMD_SMTP_URL: `smtp://user:${MAIL_PASSWORD}@127.0.0.1:${mailServer.port}`,
    REDEEMD_MAIL_FROM: 'portal@example.test',
    REDEEMD_LOG_LEVEL: 'trace',
    ...LOOPBACK_OPEN,
  };
  const daemon = await spawnDaemon(own.url, env);
  try {
    const secrets = await live(daemon, receiver);
    const hashes = await runSql(own.url, "select password_hash from staff where password_hash <> ''");
    expect(hashes.length).toBeGreaterThan(0);
    for (const { password_hash } of hashes) expect(password_hash).toMatch(/^scrypt\$32768\$8\$3\$/);
    const texts = {
      'what staff read': await readAsStaff(daemon),
      'what commands print': await printed({ ...env, REDEEMD_DATABASE_URL: own.url, REDEEMD_OWNER_EMAIL: OWNER.email }),
    };
    expect(new Set(secrets).size).toBeGreaterThanOrEqual(60);
    expect(daemon.stderr()).toContain('"endpoint":"signIn"');
    expect(texts['what commands print']).toMatch(/FAULT SMTP: .*login.*REDEEMD_PORT/is);
    expect(places(daemon, folder, texts, secrets)).toEqual([]);
    // Sabotage: the search finds text that is in the log, the file, the lists and the CSV.
    const known = [
      '"endpoint":"signIn"',
      'viewer@example.test',
      'payout.prepared',
      'run_id,creator_id',
      'REDEEMD_PORT',
    ];
    expect(places(daemon, folder, texts, known)).toEqual(
      expect.arrayContaining([
        '"endpoint"… in the log',
        expect.stringMatching(/^viewer@exa… in redeem\.db/),
        'payout.pre… in what staff read',
        'run_id,cre… in what staff read',
        'REDEEMD_PO… in what commands print',
      ]),
    );
  } finally {
    await daemon.end();
    await receiver.close();
    await mailServer.close();
    await own.drop();
  }
});
