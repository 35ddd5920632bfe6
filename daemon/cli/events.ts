import { resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { nameIn } from '../features/day-files/place.ts';
import { dateOfDay, FOLDER, type Format } from '../features/event-archive/archive-rules.ts';
import { daysOf } from '../features/event-archive/event-days.ts';
import { type DayExported, exportDays } from '../features/event-archive/export-days.ts';
import { copyEvents } from '../features/event-copy/copy-events.ts';
import { parseClickHouseUrl } from '../lib/clickhouse-url.ts';
import { startOfUtcDay } from '../lib/clock.ts';
import { isWritableFolder } from '../lib/folders.ts';
import { plural } from '../lib/plural.ts';
import { isBucketUrl, trimBucketUrl } from '../lib/s3.ts';
import { withDatabase } from './with-database.ts';
import { withEventLog, withEventLogAt } from './with-event-log.ts';

export interface ExportOptions {
  from: number;
  /** The last day, inclusive. */
  to: number;
  dir: string;
  parquet?: true;
}

const REPORT_EVERY_MS = 5000;

/** Exports the SDK events of a range of days to files, even while a daemon is running. Progress goes to stderr. */
export async function exportEventsCommand(config: Config, { from, to, dir, parquet }: ExportOptions): Promise<void> {
  if (from > to) throw new Error('--from must not be after --to');
  if (to >= startOfUtcDay(Date.now())) throw new Error('--to must be a day that has ended in UTC');
  const folder = exportFolder(dir);
  const totals = { events: 0, days: 0 };
  await untilSignal((signal) =>
    withDatabase(config, (db) =>
      withEventLog(config, async (eventLog) => {
        const format: Format = parquet ? 'parquet' : 'ndjson.gz';
        const writing = { folder, s3: config, format, signal, progress: createProgress() };
        for await (const day of exportDays(daysOf(db, eventLog), { from, to }, writing)) {
          totals.events += day.written;
          totals.days += 1;
          process.stderr.write(`${day.date}: ${plural(day.written, 'event')}${missing(day)}\n`);
        }
      }),
    ),
  );
  process.stdout.write(
    `Wrote ${plural(totals.events, 'event')} from ${plural(totals.days, 'day')} to ${nameIn(folder, FOLDER)}. The files contain player IDs.\n`,
  );
}

/** Copies the events in the database to an event log, even while a daemon is running. Progress goes to stderr. */
export async function copyEventsCommand(config: Config, { to: url }: { to: string }): Promise<void> {
  const totals = { events: 0, days: 0 };
  await untilSignal((signal) =>
    withDatabase(config, (db) =>
      withEventLogAt(url, async (to) => {
        for await (const { day, events, wasThere } of copyEvents({ db, to, signal, now: Date.now() })) {
          process.stderr.write(`${dateOfDay(day)}: ${plural(events, 'event')}${wasThere ? ', already there' : ''}\n`);
          totals.days += 1;
          totals.events += events;
        }
      }),
    ),
  );
  process.stdout.write(
    `The event log now contains the ${plural(totals.events, 'event')} from ${plural(totals.days, 'day')} in the database.\n`,
  );
}

/** Checks the URL of an event log. */
export function parseEventsUrl(text: string): string {
  try {
    parseClickHouseUrl(text);
    return text;
  } catch (error) {
    throw new InvalidArgumentError(`The URL ${(error as Error).message}.`);
  }
}

const missing = ({ removed }: DayExported) =>
  removed === 0 ? '' : `; ${plural(removed, 'other event')} had already been removed from the database`;

function createProgress() {
  let reportedAt = performance.now();
  return (events: number, { stored, removed }: { stored: number; removed: number }) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    process.stderr.write(`  ${events} of ${stored - removed} events\n`);
  };
}

/** Runs an export or a copy. The first signal stops it and removes its draft; a second one ends the process at once. */
export async function untilSignal(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error(`Stopped by ${signal}. Earlier days are complete`)));
  await run(stopping.signal).catch((error) => {
    throw stopping.signal.aborted ? stopping.signal.reason : error;
  });
}

/** Returns the absolute path of a folder for files, or the bucket. */
export function exportFolder(dir: string): string {
  if (isBucketUrl(dir)) return trimBucketUrl(dir);
  const folder = resolve(dir);
  if (!isWritableFolder(folder)) throw new Error(`${folder} cannot be created or is not writable`);
  return folder;
}

export function parseDay(text: string): number {
  const day = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text)
    throw new InvalidArgumentError('It must be a day, such as 2026-11-20.');
  return day;
}
