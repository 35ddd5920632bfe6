import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { archiveFaults, archiveSettings } from './config-archive.ts';
import { companyFaults, companySettings } from './config-company.ts';
import { type Env, fileNameOf, readSecret, unknownNames } from './config-env.ts';
import { cidrs, clickHouseUrl, databaseUrl, fileAddress, proxies, webAddress, whole } from './config-forms.ts';
import { type Setting, secret, setting } from './config-setting.ts';
import { environmentColour, environmentName, PRODUCTION } from './contract/environment.ts';
import { newPassword } from './contract/fields.ts';

const keyText = z.string().min(32).max(1024).optional();
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const settings = {
  databaseUrl: secret(
    'REDEEMD_DATABASE_URL',
    databaseUrl.default('sqlite:./data/redeem.db'),
    'sqlite:./data/redeem.db',
    'or postgres://user:pass@host/db; list several hosts as host1,host2 if the primary can change',
  ),
  preparedStatements: setting(
    'REDEEMD_PREPARED_STATEMENTS',
    z
      .enum(['auto', 'on', 'off'])
      .default('auto')
      .transform((value) => (value === 'auto' ? undefined : value === 'on')),
    'auto',
    'prepared statements on Postgres; auto turns them off behind a pooler; on requires pgbouncer 1.21 with max_prepared_statements',
  ),
  host: setting('REDEEMD_HOST', z.string().default('127.0.0.1'), '127.0.0.1', 'the address to listen on'),
  port: setting('REDEEMD_PORT', whole(0, 65_535).default(8787), '8787', 'the port to listen on; 0 picks a free port'),
  publicUrl: setting(
    'REDEEMD_PUBLIC_URL',
    webAddress.optional(),
    'http://HOST:PORT',
    'the daemon’s address in links and in /sdk.js',
  ),
  ownerEmail: setting(
    'REDEEMD_OWNER_EMAIL',
    z.email().max(320).optional(),
    '',
    'the email address of the owner that the daemon creates in an empty database',
  ),
  ownerPassword: secret(
    'REDEEMD_OWNER_PASSWORD',
    newPassword.optional(),
    '',
    'the owner’s password, 12 characters or more',
  ),
  secretKey: secret(
    'REDEEMD_SECRET_KEY',
    keyText,
    '',
    'the key that encrypts secrets and signs the audit log; by default the daemon creates one, on SQLite next to the file',
  ),
  oldSecretKey: secret('REDEEMD_OLD_SECRET_KEY', keyText, '', 'the previous secret key, needed until `rekey` is done'),
  smtpUrl: secret(
    'REDEEMD_SMTP_URL',
    z
      .string()
      .refine((text) => /^smtps?:\/\/./i.test(text) && URL.canParse(text), 'must be smtp://… or smtps://…')
      .optional(),
    '',
    'the server for outgoing email; if it is not set, email waits',
  ),
  mailFrom: setting('REDEEMD_MAIL_FROM', z.string().min(3).max(320).optional(), '', 'the sender of outgoing email'),
  allowPrivateWebhooks: setting(
    'REDEEMD_ALLOW_PRIVATE_WEBHOOKS',
    cidrs.default([]),
    '',
    'private networks that webhooks and REDEEMD_RATES_URL may reach, as CIDRs',
  ),
  ratesUrl: setting(
    'REDEEMD_RATES_URL',
    fileAddress.optional(),
    '',
    'a daily file of exchange rates in the European Central Bank’s format; the first rates turn on require_currency',
  ),
  trustProxy: setting(
    'REDEEMD_TRUST_PROXY',
    proxies.default(0),
    'off',
    'the number of reverse proxies whose headers the daemon trusts',
  ),
  maxConnectionsPerAddress: setting(
    'REDEEMD_MAX_CONNECTIONS_PER_ADDRESS',
    whole(1, 10_000).default(1000),
    '1000',
    'the maximum number of connections per address; no limit if REDEEMD_TRUST_PROXY is set',
  ),
  logLevel: setting(
    'REDEEMD_LOG_LEVEL',
    z.enum(LEVELS).default('info'),
    'info',
    'the level of the log, JSON lines on stderr',
  ),
  eventsUrl: secret(
    'REDEEMD_EVENTS_URL',
    clickHouseUrl.optional(),
    '',
    'a ClickHouse database for SDK events; if it is not set, the database stores them',
  ),
  readUrl: secret(
    'REDEEMD_READ_URL',
    z
      .string()
      .refine((text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text), 'must be postgres://user:pass@host/db')
      .optional(),
    '',
    'a Postgres standby for lists, figures and exports; if it is not set, the primary is used',
  ),
  readMaxLagMs: setting(
    'REDEEMD_READ_MAX_LAG_MS',
    whole(0, 3_600_000).default(5000),
    '5000',
    'the maximum lag of the standby; if it is further behind, the primary is used',
  ),
  drainMs: setting(
    'REDEEMD_DRAIN_MS',
    whole(0, 60_000).default(0),
    '0',
    'how long the daemon continues to serve after SIGTERM; set it to 3000 behind a load balancer',
  ),
  copyBeforeMigration: setting(
    'REDEEMD_MIGRATION_COPY',
    z
      .enum(['on', 'off'])
      .default('on')
      .transform((value) => value === 'on'),
    'on',
    'on SQLite, copy the database within its folder before a migration',
  ),
  environmentName: setting(
    'REDEEMD_ENVIRONMENT',
    environmentName.default(PRODUCTION),
    PRODUCTION,
    'a name such as staging, shown in the Portal, in webhooks and in email subjects',
  ),
  environmentColour: setting(
    'REDEEMD_ENVIRONMENT_COLOUR',
    environmentColour.optional(),
    '',
    'the colour of this name in the Portal: #d97706, or a name such as orange',
  ),
  ...archiveSettings,
  ...companySettings,
  metricsToken: secret(
    'REDEEMD_METRICS_TOKEN',
    z.string().min(16).max(1024).optional(),
    '',
    'the bearer token for /metrics; if it is not set, only this machine can read the metrics',
  ),
  updatesFolder: setting(
    'REDEEMD_UPDATES_DIR',
    z
      .string()
      .transform((path) => resolve(path))
      .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory(), 'must be a folder that exists')
      .optional(),
    '',
    'a folder with packages of the desktop app, served at /updates/',
  ),
};

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> };

const all = Object.values<Setting>(settings);
const secretFiles = all.filter(({ isSecret }) => isSecret).map(({ name }) => fileNameOf(name));

/**
 * Reads the settings from the environment; an empty variable counts as unset. Throws one error that names all faults.
 */
export function readConfig(env: Env): Config {
  const faults: string[] = [];
  const given = new Set<string>();
  const values: Record<string, unknown> = {};
  for (const [key, { name, schema, isSecret }] of Object.entries<Setting>(settings)) {
    try {
      const text = isSecret ? readSecret(env, name) : env[name] || undefined;
      if (text !== undefined) given.add(name);
      values[key] = checked(name, schema, text);
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  // This cast is safe because each value has passed its schema.
  const config = values as Config;
  faults.push(...unknownNames(env, [...all.map(({ name }) => name), ...secretFiles]));
  if (given.has('REDEEMD_OWNER_EMAIL') !== given.has('REDEEMD_OWNER_PASSWORD'))
    faults.push('REDEEMD_OWNER_EMAIL and REDEEMD_OWNER_PASSWORD must be set together');
  if (given.has('REDEEMD_SMTP_URL') && !given.has('REDEEMD_MAIL_FROM'))
    faults.push('REDEEMD_MAIL_FROM must be set if REDEEMD_SMTP_URL is');
  faults.push(...companyFaults(given), ...archiveFaults(given, config));
  if (config.ratesUrl?.startsWith('http:') && !config.allowPrivateWebhooks?.length)
    faults.push('REDEEMD_RATES_URL must be an https URL, unless REDEEMD_ALLOW_PRIVATE_WEBHOOKS allows its network');
  if (config.readUrl && config.databaseUrl?.startsWith('sqlite:'))
    faults.push('REDEEMD_READ_URL must not be set with SQLite. It requires Postgres in REDEEMD_DATABASE_URL');
  if (faults.length > 0) throw new Error(`Invalid settings:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  return config;
}

/** Throws an error without the value, which may be a password or a key. */
function checked(name: string, schema: z.ZodType, text: string | undefined): unknown {
  const read = schema.safeParse(text);
  if (!read.success) throw new Error(`${name} ${read.error.issues.map((issue) => issue.message).join('; ')}`);
  return read.data;
}

/** Returns the settings with their defaults, for --help. */
export function settingsHelp(): string {
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const rows = all.map(
    ({ name, shown, meaning }) => `  ${name.padEnd(width)}${meaning}${shown ? ` (default: ${shown})` : ''}`,
  );
  return `Settings, as environment variables or in the file .env in the working folder:
${rows.join('\n')}

To read a secret from a file, set one of these to its path:
${secretFiles.map((name) => `  ${name}`).join('\n')}
`;
}
