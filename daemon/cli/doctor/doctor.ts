import { providerOf } from '../../compose-company.ts';
import { type Config, readConfig } from '../../config.ts';
import { dialectOf } from '../../db/open.ts';
import { pingMailServer } from '../../delivery/mail/mailer.ts';
import { downloadRates } from '../../features/exchange-rates/download-rates.ts';
import { isWildcard, LINKS_HERE_ONLY, urlOf } from '../../http/listen.ts';
import { plural } from '../../lib/plural.ts';
import { type Check, fault, faultOf, ok, warn, wordsOf } from './check.ts';
import { checkPlace } from './check-place.ts';
import { checkPostgres } from './check-postgres.ts';
import { checkSqlite } from './check-sqlite.ts';

/** This program was built after this instant, so a clock that shows an earlier time is wrong. */
const EARLIEST = Date.UTC(2025, 0, 1);

/**
 * Checks the daemon, if it is running, and everything that it depends on, and prints one line per check. Leaves no data
 * behind. Returns true if no check found a fault.
 */
export async function doctor(env: Record<string, string | undefined>): Promise<boolean> {
  const checks = await runChecks(env);
  for (const { name, result, message } of checks) process.stdout.write(`${result.padEnd(5)} ${name}: ${message}\n`);
  return checks.every(({ result }) => result !== 'FAULT');
}

async function runChecks(env: Record<string, string | undefined>): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [faultOf('settings', error)];
  }
  const isSqlite = dialectOf(config.databaseUrl) === 'sqlite';
  const database = await (isSqlite ? checkSqlite : checkPostgres)(config).catch((error) => [
    faultOf('database', error),
  ]);
  const { eventsFolder, ledgerFolder } = config;
  const places = [
    ...(eventsFolder ? [await checkPlace(eventsFolder, 'events folder', config)] : []),
    ...(ledgerFolder ? [await checkPlace(ledgerFolder, 'ledger folder', config)] : []),
  ];
  return [
    ok('settings', 'valid'),
    checkAddress(config),
    ...database,
    checkClock(),
    ...places,
    await checkSmtp(config),
    await checkRates(config),
    await checkProvider(config),
  ];
}

function checkAddress({ host, port, publicUrl }: Config): Check {
  const name = 'public URL';
  if (publicUrl) return ok(name, publicUrl);
  return isWildcard(host) ? warn(name, LINKS_HERE_ONLY) : ok(name, `not set: links start with ${urlOf(host, port)}`);
}

function checkClock(): Check {
  const now = new Date();
  if (now.getTime() > EARLIEST) return ok('clock', now.toISOString());
  return fault(
    'clock',
    `${now.toISOString()}: before this version was built; synchronise the clock with a time server`,
  );
}

/** Connects to the SMTP server and signs in if the settings have a user, but sends nothing. */
async function checkSmtp({ smtpUrl }: Config): Promise<Check> {
  if (!smtpUrl) return ok('SMTP', 'not set: email waits in the outbox');
  try {
    await pingMailServer(smtpUrl);
    return ok('SMTP', 'responds');
  } catch (error) {
    return faultOf('SMTP', error);
  }
}

/** Downloads and reads the file of exchange rates, but stores nothing. */
async function checkRates({ ratesUrl, allowPrivateWebhooks }: Config): Promise<Check> {
  const name = 'exchange rates';
  if (!ratesUrl) return ok(name, 'REDEEMD_RATES_URL is not set: finance enters the rates');
  try {
    const source = { url: ratesUrl, privateNetworks: allowPrivateWebhooks };
    const last = (await downloadRates(source, new AbortController().signal)).at(-1);
    return ok(name, `the file contains ${plural(last?.perEuro.size ?? 0, 'currency', 'currencies')} for ${last?.day}`);
  } catch (error) {
    return faultOf(name, error);
  }
}

/** Reads the configuration document of the sign-in provider for company accounts. */
async function checkProvider(config: Config): Promise<Check> {
  const name = 'sign-in provider';
  const provider = providerOf(config, Date.now);
  if (!provider) return ok(name, 'REDEEMD_OIDC_ISSUER is not set: staff sign in with passwords');
  try {
    await provider.check();
    return ok(name, `${provider.issuer} responds`);
  } catch (error) {
    return fault(name, `${provider.issuer}: ${wordsOf(error instanceof Error ? (error.cause ?? error) : error)}`);
  }
}
