import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import { AppError, sentenceOf } from '../contract/refusals.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { importRates, previewRates } from '../features/exchange-rates/import-rates.ts';
import { plural } from '../lib/plural.ts';
import { withDatabase } from './with-database.ts';

const STDIN = '-';

/** Imports exchange rates from a CSV file, or from stdin if `path` is `-`, even while a daemon is running. */
export async function importRatesCommand(config: Config, path: string, { dryRun = false }: { dryRun?: boolean }) {
  const csv = readFileSync(path === STDIN ? 0 : path, 'utf8');
  const said = await withDatabase(config, async (db) => {
    await ensureSecretKey(db, config);
    if (dryRun) {
      const { new: created, changed, unchanged, refused } = await previewRates(db, csv, Date.now());
      const lines = refused.map(({ line, detail }) => `  line ${line}: ${detail}\n`);
      return `${plural(created + changed, 'rate')} to add, ${unchanged} unchanged, ${refused.length} refused.\n${lines.join('')}`;
    }
    const options = { staffId: null, source: 'import', onlyValid: false, now: Date.now() } as const;
    const { created, unchanged } = await importRates(db, csv, options);
    return `${plural(created, 'rate')} added, ${unchanged} unchanged.\n`;
  }).catch((error) => {
    throw withFaultLines(error);
  });
  process.stdout.write(said);
}

/** Formats a refusal with one fault per line. */
function withFaultLines(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const faults = (error.problem.errors ?? []).map(({ detail }) => `\n  ${detail}`);
  return new Error(`${sentenceOf(error.problem)}${faults.join('')}`);
}
