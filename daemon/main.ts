#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { backup } from './cli/backup.ts';
import { exportCampaignCommand, type ImportOptions, importCampaignCommand, parseId } from './cli/campaigns.ts';
import { DEMO_DATABASE, type DemoOptions, demo } from './cli/demo.ts';
import { doctor } from './cli/doctor/doctor.ts';
import { eraseUserCommand, parseUserId } from './cli/erase-user.ts';
import { copyEventsCommand, type ExportOptions, exportEventsCommand, parseDay, parseEventsUrl } from './cli/events.ts';
import { inWords } from './cli/in-words.ts';
import { listJobsCommand, runJobCommand } from './cli/jobs.ts';
import { createKeyCommand, type KeyOptions, parseGame, parseKind, parseName } from './cli/keys.ts';
import { exportLedgerCommand, type LedgerOptions, parseDate } from './cli/ledger.ts';
import { type ListenOptions, listenCommand, parseForwardTo } from './cli/listen.ts';
import { migrateFor } from './cli/migrate.ts';
import { addPlanCommands } from './cli/plan-types.ts';
import { importRatesCommand } from './cli/rates.ts';
import { rekeyCommand } from './cli/rekey.ts';
import { serve } from './cli/serve.ts';
import { resetPasswordCommand, resetTotpCommand } from './cli/staff.ts';
import { parseType, triggerCommand } from './cli/trigger.ts';
import { addHead, verify } from './cli/verify.ts';
import { type Config, readConfig, settingsHelp } from './config.ts';
import { expectEntries, withDefault } from './config-env.ts';
import type { WebhookEventType } from './contract/words.ts';
import type { AuditHead } from './domain/audit/audit-chain.ts';
import { plural } from './lib/plural.ts';
import { VERSION } from './lib/version.ts';

const { env } = process;
/** The URL of the command's database, for error messages. */
let databaseUrl: string | undefined;
function settings(from = env): Config {
  const config = readConfig(from);
  ({ databaseUrl } = config);
  return config;
}

const program = new Command('redeemd')
  .version(VERSION, '--version', 'Print the version')
  .description('Redeem and referral codes for games: the daemon and its commands.')
  .helpOption('-h, --help', 'Show help for a command')
  .helpCommand('help [command]', 'Show help for a command')
  .addHelpText('after', `\n${settingsHelp()}`);

program
  .command('serve', { isDefault: true })
  // A mistyped command arrives here as an argument.
  .allowExcessArguments()
  .description('Migrate the database, then serve (the default)')
  .action((_options: object, { args: [command] }: Command) => {
    if (command !== undefined)
      throw new Error(`Unknown command ${command}. To list the commands, run \`redeemd --help\``);
    return serve(settings());
  });

program
  .command('demo')
  .description('Fill a separate database with a year of demo data, then serve it with live traffic')
  .option('--fill-only', 'Fill the database and exit')
  .action((options: DemoOptions) => demo(settings(withDefault(env, 'REDEEMD_DATABASE_URL', DEMO_DATABASE)), options));

program
  .command('migrate')
  .description('Migrate the database to this version')
  .action(async () => {
    const applied = await migrateFor(settings());
    process.stdout.write(applied === 0 ? 'The database is up to date.\n' : `${plural(applied, 'migration')} done.\n`);
  });

program
  .command('verify')
  .description('Recompute every counter and check the audit log; print differences and exit 1 if there are any')
  .option('--audit-head <id:mac>', 'Check that the audit log still contains this earlier head', addHead)
  .action(async ({ auditHead }: { auditHead?: AuditHead[] }) => {
    if (!(await verify(settings(), auditHead))) process.exitCode = 1;
  });

program
  .command('backup')
  .argument('<file>', 'The path of the copy')
  .option('--force', 'Replace an existing file')
  .description('Back up the SQLite database to FILE; works while the daemon is running')
  .action((file: string, options: { force?: boolean }) => backup(settings(), file, options));

program
  .command('trigger')
  .argument('<type>', 'The type of the message, such as redemption.succeeded', parseType)
  .requiredOption('--webhook <id>', 'The ID of the webhook endpoint', parseId)
  .description('Send an example message to a webhook endpoint to test it; exit 1 if the message is not accepted')
  .action(async (type: WebhookEventType, { webhook }: { webhook: number }) => {
    if (!(await triggerCommand(settings(), type, webhook))) process.exitCode = 1;
  });

program
  .command('listen')
  .requiredOption('--forward-to <url>', 'The receiver of the messages, such as http://localhost:3000', parseForwardTo)
  .option('--webhook <id>', 'The ID of the webhook endpoint, if there are several', parseId)
  .description('Forward new messages for a webhook endpoint to another address, signed with the secret of the endpoint')
  .action(async (options: ListenOptions) => {
    const end = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => end.abort());
    await listenCommand(settings(), options, end.signal);
  });

program
  .command('mcp')
  .description('Let a program with a language model read from a daemon over stdin and stdout (MCP)')
  .requiredOption('--url <url>', 'The address of the daemon', parseForwardTo)
  .action(async ({ url }: { url: string }) => {
    const { mcpCommand } = await import('./cli/mcp.ts');
    await mcpCommand(url, env.REDEEMD_ACCESS_TOKEN);
  });

program
  .command('keys')
  .description('Create API keys')
  .command('create')
  .description('Create an API key and print only the key to stdout')
  .requiredOption('--name <name>', 'The name of the key', parseName)
  .requiredOption('--kind <kind>', 'The kind of the key: server or client', parseKind)
  .option('--game <game_id>', 'Limit the key to a game', parseGame)
  .option('--test', 'Create a test key, whose requests store nothing')
  .action((options: KeyOptions) => createKeyCommand(settings(), options));

const staff = program.command('staff').description('Help staff who cannot sign in; works while the daemon is running');
staff
  .command('reset-totp')
  .argument('<email>', 'The email address of the member of staff')
  .description('Turn off the second factor of a member of staff and end their sessions')
  .action((email: string) => resetTotpCommand(settings(), email));
staff
  .command('reset-password')
  .argument('<email>', 'The email address of the member of staff')
  .description('End the sessions of a member of staff and print a one-time link with which they can set a new password')
  .action((email: string) => resetPasswordCommand(settings(), email));

const campaigns = program
  .command('campaigns')
  .description('Move campaigns between servers; works while the daemon is running');
campaigns
  .command('export')
  .argument('<id>', 'The ID of the campaign', parseId)
  .argument('[file]', 'The path of the file; the default is stdout')
  .option('--bulk', 'Include the values of bulk codes')
  .description('Export a campaign with its tiers and codes to a file')
  .action((id: number, file: string | undefined, { bulk = false }: { bulk?: boolean }) =>
    exportCampaignCommand(settings(), id, file, bulk),
  );
campaigns
  .command('import')
  .argument('<file>', 'A file from `campaigns export`')
  .option('--dry-run', 'Print what would be created and changed, and store nothing')
  .option('--campaign <id>', 'Change this campaign instead of creating a new one', parseId)
  .option('--at-version <version>', 'The version of this campaign that --dry-run printed', parseId)
  .description('Import a campaign, in full or not at all; exit 1 if it is refused')
  .action(async (file: string, options: ImportOptions) => {
    if (!(await importCampaignCommand(settings(), file, options))) process.exitCode = 1;
  });

program
  .command('rates')
  .description('Manage exchange rates; works while the daemon is running')
  .command('import')
  .argument('<file>', 'A CSV file with the columns currency, valid_from and rate, or - for stdin')
  .option('--dry-run', 'Print what would be added, and store nothing')
  .description('Import exchange rates; the whole file is checked first')
  .action((file: string, options: { dryRun?: boolean }) => importRatesCommand(settings(), file, options));

const jobs = program
  .command('jobs')
  .description('List the scheduled jobs with their last and next run')
  .action(() => listJobsCommand(settings()));
jobs
  .command('run')
  .argument('<name>', 'The name of a job')
  .option('--period <period>', 'One period, such as 2026-10 or 2026-11-20, even if it has already run')
  .description('Run a job now; works while the daemon is running')
  .action(async (name: string, { period }: { period?: string }) => {
    if (!(await runJobCommand(settings(), name, period))) process.exitCode = 1;
  });

const events = program.command('events').description('Export or copy SDK events; works while the daemon is running');
events
  .command('export')
  .requiredOption('--from <day>', 'The first day in UTC, such as 2026-11-20', parseDay)
  .requiredOption('--to <day>', 'The last day', parseDay)
  .requiredOption('--dir <folder>', 'The folder for the files, which go to events/day=…')
  .option('--parquet', 'Write Parquet instead of gzipped NDJSON')
  .description('Export days of SDK events to files for a warehouse')
  .action((options: ExportOptions) => exportEventsCommand(settings(), options));
events
  .command('copy')
  .requiredOption('--to <url>', 'The event log: clickhouse://user:password@host:8123/database', parseEventsUrl)
  .description('Copy the SDK events from the database to ClickHouse; can be stopped and repeated')
  .action((options: { to: string }) => copyEventsCommand(settings(), options));

addPlanCommands(program);

program
  .command('ledger')
  .description('Export claims, payments and payouts; works while the daemon is running')
  .command('export')
  .requiredOption('--from <day>', 'The first day in the organisation’s time zone, such as 2026-11-20', parseDate)
  .requiredOption('--to <day>', 'The last day', parseDate)
  .requiredOption('--dir <folder>', 'The folder for the files, which go to ledger/<table>/…')
  .addOption(
    new Option('--players <how>', 'How to write player IDs; the default is REDEEMD_LEDGER_PLAYERS').choices([
      'plain',
      'hashed',
    ]),
  )
  .description('Export days of the ledger to files for a warehouse')
  .action((options: LedgerOptions) => exportLedgerCommand(settings(), options));

program
  .command('erase-user')
  .argument('<user_id>', 'The ID of the player in the game', parseUserId)
  .description('Replace a player’s ID with a random tombstone in every row; works while the daemon is running')
  .action(async (userId: string) => {
    if (!(await eraseUserCommand(settings(), userId))) process.exitCode = 1;
  });

program
  .command('rekey')
  .description('Encrypt all secrets again after a change to REDEEMD_SECRET_KEY; works while the daemons are running')
  .action(async () => {
    if (!(await rekeyCommand(settings()))) process.exitCode = 1;
  });

program
  .command('doctor')
  .description(
    'Check settings, database, durability, schema, writes, the running daemon, disk, clock and mail; exit 1 on a fault',
  )
  .action(async () => {
    if (!(await doctor(env))) process.exitCode = 1;
  });

try {
  // A variable that is already set has priority.
  if (existsSync('.env')) {
    expectEntries(readFileSync('.env', 'utf8'));
    process.loadEnvFile();
  }
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`redeemd: ${inWords(error, databaseUrl)}\n`);
  process.exit(1);
}
