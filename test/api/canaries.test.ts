import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type Answered, asking, bearer, done } from '../support/ask.ts';
import { OWNER, type SpawnedDaemon, spawnDaemon, testDatabase } from '../support/daemon.ts';
import { codeAt } from '../support/members.ts';
import { rawRequest } from '../support/raw-request.ts';

// F3 of the figures: secrets that are given to the daemon, or made by it, stand nowhere in the clear.

const canary = () => `canary-${randomBytes(18).toString('base64url')}`;

const ENV_SECRETS = {
  REDEEMD_OWNER_PASSWORD: canary(),
  REDEEMD_SECRET_KEY: canary() + canary(),
  REDEEMD_METRICS_TOKEN: canary(),
};
const MAIL_PASSWORD = canary();

/** Sends and receives secrets on every path that takes or gives one. @returns them all */
async function live(daemon: SpawnedDaemon): Promise<string[]> {
  const secrets = [...Object.values(ENV_SECRETS), MAIL_PASSWORD];
  const keep = (...found: (string | null | undefined)[]) => {
    for (const secret of found) if (secret) secrets.push(secret);
  };
  const nobody = asking(daemon.url);
  const { token } = done(
    await nobody('POST', '/v1/admin/session', { ...OWNER, password: ENV_SECRETS.REDEEMD_OWNER_PASSWORD }),
  );
  keep(token);
  const owner = asking(daemon.url, bearer(token));
  for (const kind of ['server', 'client', 'server', 'client']) {
    const made = done(await owner('POST', '/v1/admin/api-keys', { name: kind, kind }));
    const turned = done(await owner('POST', `/v1/admin/api-keys/${made.key_id}/rotate`));
    keep(made.key, turned.key);
    await tryKey(daemon, made.key);
  }
  for (const role of ['viewer', 'finance', 'moderator', 'live_ops']) keep(...(await enrol(daemon, owner, role)));
  keep(...(await sendWrongly(daemon)));
  return secrets;
}

/** Taken, refused, in a broken body, and where a key does not belong. */
async function tryKey(daemon: SpawnedDaemon, key: string) {
  const game = asking(daemon.url, { 'X-API-Key': key });
  await game('POST', '/v1/redemption-codes/use/redeem', { user_id: 'u', code: 'NONE' });
  await game('GET', '/v1/redemption-codes/analytics?creator_id=0');
  await game('POST', '/v1/game/game-event', { events: [{ event_type: 'payment' }] });
  await asking(daemon.url, { Authorization: `Bearer ${key}` })('GET', '/v1/admin/session');
}

/** Somebody is invited, accepts in a browser, turns the second factor on and takes another password. */
async function enrol(daemon: SpawnedDaemon, owner: ReturnType<typeof asking>, role: string): Promise<string[]> {
  const [password, next] = [canary(), canary()];
  const email = `${role}@example.test`;
  const { invitation } = done(await owner('POST', '/v1/admin/staff', { email, name: role, role }));
  const nobody = asking(daemon.url);
  const accepted = await nobody('POST', '/v1/admin/invitations/accept', {
    token: invitation.token,
    password,
    cookie: true,
  });
  const { csrf_token } = done(accepted);
  const signedIn = done(await nobody('POST', '/v1/admin/session', { email, password }));
  const mine = asking(daemon.url, bearer(signedIn.token));
  const { secret } = done(await mine('POST', '/v1/admin/session/totp'));
  done(await mine('POST', '/v1/admin/session/totp/confirm', { code: codeAt(secret, Date.now()) }));
  const fields = { current_password: password, new_password: next };
  const changed = done(await mine('POST', '/v1/admin/session/password', fields));
  return [password, next, invitation.token, csrf_token, cookieOf(accepted), signedIn.token, secret, changed.token];
}

const cookieOf = ({ headers }: Answered) => /session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';

/** Secrets in requests that are refused: whoever mistypes must not find it in a log. */
async function sendWrongly(daemon: SpawnedDaemon): Promise<string[]> {
  const wrong = Array.from({ length: 6 }, canary);
  const [password, setup, body, header, path, query] = wrong as [string, string, string, string, string, string];
  const nobody = asking(daemon.url);
  await nobody('POST', '/v1/admin/session', { ...OWNER, password });
  await nobody('POST', '/v1/admin/setup', { setup_token: setup, email: 'a@b.test', password: `${setup} x` });
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
  await nobody('GET', `/v1/admin/${path}`);
  await nobody('GET', `/v1/admin/campaigns?token=${query}`);
  return wrong;
}

/** Everything that somebody could read afterwards, by where it was found. */
function* leftovers(daemon: SpawnedDaemon, folder: string): Generator<[string, Buffer]> {
  yield ['the log', Buffer.from(daemon.stderr())];
  yield ['the arguments', readFileSync(`/proc/${daemon.process.pid}/cmdline`)];
  // Not read in this process: closing a file of SQLite's would take its locks from whoever has it open here.
  for (const name of readdirSync(folder)) yield [name, execFileSync('cat', [join(folder, name)], { maxBuffer: 1e9 })];
}

const places = (daemon: SpawnedDaemon, folder: string, secrets: string[]) =>
  [...leftovers(daemon, folder)].flatMap(([place, bytes]) =>
    secrets.filter((secret) => bytes.includes(secret)).map((secret) => `${secret.slice(0, 10)}… in ${place}`),
  );

it('forty secrets and more stand neither in logs, nor in files, nor in arguments', { timeout: 60_000 }, async () => {
  const own = await testDatabase('sqlite');
  const folder = dirname(own.url.slice('sqlite:'.length));
  const daemon = await spawnDaemon(own.url, {
    ...ENV_SECRETS,
    REDEEMD_SMTP_URL: `smtp://user:${MAIL_PASSWORD}@127.0.0.1:1`,
    REDEEMD_MAIL_FROM: 'portal@example.test',
    REDEEMD_LOG_LEVEL: 'trace',
  });
  try {
    const secrets = await live(daemon);
    expect(new Set(secrets).size).toBeGreaterThanOrEqual(40);
    expect(daemon.stderr()).toContain('"endpoint":"signIn"');
    expect(places(daemon, folder, secrets)).toEqual([]);
    // Sabotage: what does stand in the log and in the file is found there.
    expect(places(daemon, folder, ['"endpoint":"signIn"', 'viewer@example.test'])).toEqual(
      expect.arrayContaining(['"endpoint"… in the log', expect.stringMatching(/^viewer@exa… in redeem\.db/)]),
    );
  } finally {
    await daemon.end();
    await own.drop();
  }
});
