import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { readConfig, settingsHelp } from '../../daemon/config.ts';
import { expectEntries, withDefault } from '../../daemon/config-env.ts';

const SECRETS = {
  REDEEMD_DATABASE_URL: 'postgres://redeemd:pass@db/redeemd',
  REDEEMD_READ_URL: 'postgres://redeemd:pass@standby/redeemd',
  REDEEMD_EVENTS_URL: 'clickhouse://redeemd:pass@events:8123/redeemd',
  REDEEMD_SECRET_KEY: 'k'.repeat(32),
  REDEEMD_SMTP_URL: 'smtp://user:pass@mail.test',
  REDEEMD_OWNER_PASSWORD: 'a long password',
  REDEEMD_METRICS_TOKEN: 'a token of some length',
  REDEEMD_OIDC_CLIENT_SECRET: 'the secret of a client',
  REDEEMD_S3_SECRET: 'the secret of a bucket',
};
const COMPANY = {
  REDEEMD_OIDC_ISSUER: 'https://accounts.example.test',
  REDEEMD_OIDC_CLIENT_ID: 'redeemd',
  REDEEMD_OIDC_ROLES: 'live_ops=game-liveops, finance=finance-team,owner=cn=admins',
};
const PLAIN = {
  REDEEMD_OWNER_EMAIL: 'owner@example.test',
  REDEEMD_MAIL_FROM: 'no-reply@example.test',
  REDEEMD_S3_KEY_ID: 'AKIA',
  ...COMPANY,
};

const folder = mkdtempSync(join(tmpdir(), 'redeemd-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
function fileWith(text: string, name = 'secret'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

it('settings have defaults, and an empty variable counts as unset', () => {
  expect(readConfig({ REDEEMD_PORT: '', REDEEMD_SECRET_KEY_FILE: '', REDEEMD_NONE: '' })).toMatchObject({
    databaseUrl: 'sqlite:./data/redeem.db',
    host: '127.0.0.1',
    port: 8787,
    trustProxy: 0,
  });
});

it('all faults are reported together, and no secret is shown', () => {
  const env = {
    REDEEMD_PORT: '70000',
    REDEEMD_DATABASE_URL: 'mysql://x',
    REDEEMD_OWNER_PASSWORD: 'hunter2',
    REDEEMD_SECRET_KEY: 'short',
    REDEEMD_TRUST_PROXY: 'yes',
    REDEEMD_LOG_LEVEL: 'loud',
    REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '10.0.0.0/8, 999.0.0.0/8',
    REDEEMD_EVENTS_DIR: '/dev/null/events',
  };
  const message = faultsOf({ ...env, REDEEMD_SMTP_URL: 'smtp://mail.test', REDEEMD_BACKUP_FOLDER: '/srv' });
  expect(message).toMatch(/^Invalid settings:\n {2}/);
  for (const name of [...Object.keys(env), 'REDEEMD_OWNER_EMAIL', 'REDEEMD_MAIL_FROM', 'REDEEMD_BACKUP_FOLDER'])
    expect(message).toContain(`  ${name}`);
  expect(message).toContain('REDEEMD_OWNER_PASSWORD must have at least 12 characters\n');
  expect(message).toContain('REDEEMD_SECRET_KEY must have at least 32 characters\n');
  expect(message).toContain('REDEEMD_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent\n');
  expect(message).toContain('REDEEMD_TRUST_PROXY must be off, or a number of proxies from 0 to 10\n');
  for (const line of message.split('\n').slice(1)) expect(line).toMatch(/^ {2}[\w ]+ (must|is not a setting)/);
  expect(message).not.toContain('hunter2');
});

it('an unknown name is refused, unless tests or build scripts use it', () => {
  expect(faultsOf({ REDEEMD_PROT: '8787', REDEEMD_PORT_FILE: '/port' })).toBe(
    'Invalid settings:\n' +
      '  REDEEMD_PROT is not a setting. Did you mean REDEEMD_PORT?\n' +
      '  REDEEMD_PORT_FILE is not a setting. `redeemd --help` lists the settings.',
  );
  expect(faultsOf({ REDEEMD_TEST_SIZE: 'quick', REDEEMD_IMAGE: 'x', REDEEMD_UPDATES_URL: 'https://x.test' })).toBe('');
});

it.each([
  ['ftp://rates.example/daily.xml', {}, 'must be an https or http URL without a password'],
  ['rates.example/daily.xml', {}, 'must be an https or http URL without a password'],
  ['https://user:hunter2@rates.example/daily.xml', {}, 'must be an https or http URL without a password'],
  ['http://rates.example/daily.xml', {}, 'must be an https URL, unless REDEEMD_ALLOW_PRIVATE_WEBHOOKS'],
  ['http://10.1.2.3/daily.xml', { REDEEMD_ALLOW_PRIVATE_WEBHOOKS: '10.0.0.0/8' }, null],
  ['https://rates.example/daily.xml?key=1', {}, null],
])('the address of the exchange rates is checked: %s', (url, env, fault) => {
  const found = faultsOf({ REDEEMD_RATES_URL: url, ...env });
  if (fault === null) expect(found).toBe('');
  else expect(found).toContain(`  REDEEMD_RATES_URL ${fault}`);
  expect(found).not.toContain('hunter2');
});

it.each([
  ['s3://archive', {}, 'REDEEMD_S3_KEY_ID and REDEEMD_S3_SECRET must be set together'],
  ['s3://archive/games/', { REDEEMD_S3_KEY_ID: 'AKIA', REDEEMD_S3_SECRET: 'hunter2' }, null],
  ['s3://', {}, 'REDEEMD_LEDGER_DIR must be a folder'],
  ['s3://Archive/a b', {}, 'REDEEMD_LEDGER_DIR must be a folder'],
  ['s3://archive/../other', {}, 'REDEEMD_LEDGER_DIR must be a folder'],
  [tmpdir(), { REDEEMD_S3_SECRET: 'hunter2' }, 'REDEEMD_S3_KEY_ID and REDEEMD_S3_SECRET must be set together'],
])('the location of the ledger is checked: %s', (place, env, fault) => {
  const found = faultsOf({ REDEEMD_LEDGER_DIR: place, ...env });
  if (fault === null) expect(found).toBe('');
  else expect(found).toContain(`  ${fault}`);
  expect(found).not.toContain('hunter2');
});

it('every secret can be read from a file', () => {
  const files = Object.entries(SECRETS).map(([name, text]) => [`${name}_FILE`, fileWith(`${text}\n`, name)]);
  expect(readConfig({ ...PLAIN, ...Object.fromEntries(files) })).toEqual(readConfig({ ...PLAIN, ...SECRETS }));
  for (const [name = ''] of files) expect(settingsHelp()).toContain(`  ${name}\n`);
});

it('a secret that cannot be read, is empty, is invalid or is set twice is a fault', () => {
  const gone = join(folder, 'gone');
  expect(faultsOf({ REDEEMD_SECRET_KEY_FILE: gone })).toContain(
    `REDEEMD_SECRET_KEY_FILE must name a readable file; ${gone} cannot be read (ENOENT)`,
  );
  const empty = fileWith('\n');
  expect(faultsOf({ REDEEMD_SECRET_KEY_FILE: empty })).toContain(
    `REDEEMD_SECRET_KEY_FILE must name a file that contains a secret; ${empty} is empty`,
  );
  const twice = { REDEEMD_SECRET_KEY: SECRETS.REDEEMD_SECRET_KEY, REDEEMD_SECRET_KEY_FILE: empty };
  expect(faultsOf(twice)).toContain('REDEEMD_SECRET_KEY and REDEEMD_SECRET_KEY_FILE must not both be set');
  const wrong = faultsOf({ REDEEMD_SECRET_KEY_FILE: fileWith('hunter2') });
  expect(wrong).toContain('REDEEMD_SECRET_KEY must have at least 32 characters');
  expect(wrong).not.toContain('hunter2');
});

it.each([
  ['NAME=1\n\nthis is rubbish\nREDEEMD_PORT=8787\n', 3],
  ['# settings\r\nNAME: value\r\n', 2],
  ['A="two\nlines"\nrubbish', 3],
  ["A='never closed\nrubbish\n", 2],
  ['=value\n', 1],
  ['1ST=value\n', 1],
])('an invalid line of .env is refused with its number: %j', (text, line) => {
  expect(() => expectEntries(text)).toThrow(`.env line ${line}: expected NAME=value`);
});

it.each([
  '',
  '\n',
  'A=1',
  ' A = 1 # comment\n\t# comment\nexport B=2\r\n\r\nC=\n',
  'KEY="-----BEGIN\n=no entry\nEND-----" # comment\nD=`x\ny`\n',
])('.env can contain %j', (text) => {
  expect(() => expectEntries(text)).not.toThrow();
});

it('company accounts need a provider over https, a client, and at least one role=group pair', () => {
  expect(readConfig(COMPANY)).toMatchObject({
    oidcScopes: ['openid', 'email', 'profile'],
    oidcRoles: [
      { role: 'live_ops', group: 'game-liveops' },
      { role: 'finance', group: 'finance-team' },
      { role: 'owner', group: 'cn=admins' },
    ],
  });
  const { REDEEMD_OIDC_ROLES: _, ...withoutRoles } = COMPANY;
  expect(faultsOf(withoutRoles)).toContain('must be set together');
  expect(faultsOf({ REDEEMD_OIDC_CLIENT_SECRET: 'alone' })).toContain('must be set together');
  for (const wrong of ['boss=admins', 'owner', 'owner=', '=admins'])
    expect(faultsOf({ ...COMPANY, REDEEMD_OIDC_ROLES: wrong })).toContain(
      'REDEEMD_OIDC_ROLES must be role=group pairs',
    );
  for (const wrong of ['http://accounts.example.test', 'accounts', 'https://a:b@accounts.example.test', 'https://x/?a'])
    expect(faultsOf({ ...COMPANY, REDEEMD_OIDC_ISSUER: wrong })).toContain('REDEEMD_OIDC_ISSUER must be an https URL');
  expect(faultsOf({ ...COMPANY, REDEEMD_OIDC_ISSUER: 'http://127.0.0.1:9' })).toBe('');
  expect(faultsOf({ ...COMPANY, REDEEMD_OIDC_SCOPES: 'email' })).toContain('REDEEMD_OIDC_SCOPES must contain openid');
});

it('the demo uses its own database unless another one is set, directly or in a file', () => {
  const demoUrl = (env: Record<string, string>) =>
    readConfig(withDefault(env, 'REDEEMD_DATABASE_URL', 'sqlite:demo.db')).databaseUrl;
  expect(demoUrl({})).toBe('sqlite:demo.db');
  const named = { REDEEMD_DATABASE_URL_FILE: fileWith('sqlite:own.db') };
  expect(demoUrl(named)).toBe('sqlite:own.db');
});

it('the help and docs/settings.md list every setting', () => {
  const rows = settingsHelp().match(/^ {2}REDEEMD_\w+/gm) ?? [];
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  for (const name of rows) expect(page).toContain(`\`${name.trim()}\``);
  // There is a space between each name and its description.
  expect(settingsHelp()).not.toMatch(/^ {2}REDEEMD_[A-Z_]+[a-z]/m);
});
