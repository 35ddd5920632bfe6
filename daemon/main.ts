#!/usr/bin/env node
import { existsSync, readFileSync } from 'node:fs';
import { Command } from 'commander';
import { backup } from './cli/backup.ts';
import { exportCampaignCommand, type ImportOptions, importCampaignCommand, parseId } from './cli/campaigns.ts';
import { DEMO_DATABASE, type DemoOptions, demo } from './cli/demo.ts';
import { doctor } from './cli/doctor/doctor.ts';
import { eraseUserCommand, parseUserId } from './cli/erase-user.ts';
import { type ExportOptions, exportEventsCommand, parseDay } from './cli/events.ts';
import { inWords } from './cli/in-words.ts';
import { listJobsCommand, runJobCommand } from './cli/jobs.ts';
import { createKeyCommand, type KeyOptions, parseGame, parseKind, parseName } from './cli/keys.ts';
import { migrateFor } from './cli/migrate.ts';
import { serve } from './cli/serve.ts';
import { resetPasswordCommand, resetTotpCommand } from './cli/staff.ts';
import { addHead, verify } from './cli/verify.ts';
import { type Config, readConfig, settingsHelp } from './config.ts';
import { expectEntries, withDefault } from './config-env.ts';
import type { AuditHead } from './features/audit/audit-chain-rules.ts';
import { VERSION } from './lib/version.ts';

const { env } = process;
/** The database of the command, for the words of a fault. */
let databaseUrl: string | undefined;
function settings(from = env): Config {
  const config = readConfig(from);
  ({ databaseUrl } = config);
  return config;
}

const program = new Command('redeemd')
  .version(VERSION, '--version', 'print the version of this program')
  .description('Redeem and referral codes for games: the daemon and its commands.')
  .addHelpText('after', `\n${settingsHelp()}`);

program
  .command('serve', { isDefault: true })
  .argument('[command]')
  .description('migrate the database, then serve (the default)')
  .action((command?: string) => {
    if (command !== undefined) throw new Error(`There is no command ${command}; --help lists the commands`);
    return serve(settings());
  });

program
  .command('demo')
  .description('fill a database of its own with a studio’s year, then serve it and play live traffic')
  .option('--fill-only', 'fill the database and exit')
  .action((options: DemoOptions) => demo(settings(withDefault(env, 'REDEEMD_DATABASE_URL', DEMO_DATABASE)), options));

program
  .command('migrate')
  .description('migrate the database to the version of this program')
  .action(async () => {
    const applied = await migrateFor(settings());
    process.stdout.write(applied === 0 ? 'The database is up to date.\n' : `${applied} migration(s) done.\n`);
  });

program
  .command('verify')
  .description(
    'recompute every counter from rows and check the audit log; print differences and exit 1 if there are any',
  )
  .option('--audit-head <id:mac>', 'check that this earlier end of the audit log is still in it', addHead, [])
  .action(async ({ auditHead }: { auditHead: AuditHead[] }) => {
    if (!(await verify(settings(), auditHead))) process.exitCode = 1;
  });

program
  .command('backup')
  .argument('<file>', 'where the copy goes')
  .option('--force', 'replace an existing file')
  .description('copy the SQLite database, also while the daemon runs')
  .action((file: string, options: { force?: boolean }) => backup(settings(), file, options));

program
  .command('keys')
  .description('API keys')
  .command('create')
  .description('make an API key and print it alone on stdout')
  .requiredOption('--name <name>', 'what it is for', parseName)
  .requiredOption('--kind <kind>', 'server or client', parseKind)
  .option('--game <game_id>', 'bind it to a game', parseGame)
  .action((options: KeyOptions) => createKeyCommand(settings(), options));

const staff = program.command('staff').description('help staff who cannot sign in; also while the daemon runs');
staff
  .command('reset-totp')
  .argument('<email>', 'the address they sign in with')
  .description('turn off the second factor of a member of staff and end their sessions')
  .action((email: string) => resetTotpCommand(settings(), email));
staff
  .command('reset-password')
  .argument('<email>', 'the address they sign in with')
  .description('print a link that sets a new password once, and end the sessions of this member of staff')
  .action((email: string) => resetPasswordCommand(settings(), email));

const campaigns = program
  .command('campaigns')
  .description('move campaigns between servers; also while the daemon runs');
campaigns
  .command('export')
  .argument('<id>', 'the campaign', parseId)
  .argument('[file]', 'where it goes; stdout where it is left out')
  .option('--bulk', 'with the values of bulk codes')
  .description('write a campaign with its tiers and codes as a file')
  .action((id: number, file: string | undefined, { bulk = false }: { bulk?: boolean }) =>
    exportCampaignCommand(settings(), id, file, bulk),
  );
campaigns
  .command('import')
  .argument('<file>', 'a file of `campaigns export`')
  .option('--dry-run', 'keep nothing, and print what would be created and changed')
  .option('--campaign <id>', 'change this campaign instead of making a new one', parseId)
  .option('--at-version <version>', 'the version of that campaign, as --dry-run prints it', parseId)
  .description('bring a campaign in, whole or not at all; exit 1 where it is refused')
  .action(async (file: string, options: ImportOptions) => {
    if (!(await importCampaignCommand(settings(), file, options))) process.exitCode = 1;
  });

const jobs = program
  .command('jobs')
  .description('list the scheduled jobs with their last and next run')
  .action(() => listJobsCommand(settings()));
jobs
  .command('run')
  .argument('<name>', 'a job of the list')
  .option('--period <period>', 'one period, such as 2026-10 or 2026-11-20, also if it has run already')
  .description('run a job now, also while the daemon runs')
  .action(async (name: string, { period }: { period?: string }) => {
    if (!(await runJobCommand(settings(), name, period))) process.exitCode = 1;
  });

program
  .command('events')
  .description('SDK events; also while the daemon runs')
  .command('export')
  .requiredOption('--from <day>', 'the first day, such as 2026-11-20; days are those of UTC', parseDay)
  .requiredOption('--to <day>', 'the last day', parseDay)
  .requiredOption('--dir <folder>', 'where the files go, into events/day=…')
  .description('write days of SDK events as files that a warehouse loads')
  .action((options: ExportOptions) => exportEventsCommand(settings(), options));

program
  .command('erase-user')
  .argument('<user_id>', 'the id that the game gave the player', parseUserId)
  .description('replace a player’s id by a random tombstone in every row; also while the daemon runs')
  .action(async (userId: string) => {
    if (!(await eraseUserCommand(settings(), userId))) process.exitCode = 1;
  });

program
  .command('doctor')
  .description(
    'check settings, database, durability, schema, a write, the running daemon, disk, clock and mail; exit 1 on a fault',
  )
  .action(async () => {
    if (!(await doctor(env))) process.exitCode = 1;
  });

try {
  // A variable that is set already wins.
  if (existsSync('.env')) {
    expectEntries(readFileSync('.env', 'utf8'));
    process.loadEnvFile();
  }
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`redeemd: ${inWords(error, databaseUrl)}\n`);
  process.exit(1);
}
