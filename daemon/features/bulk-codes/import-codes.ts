import { normalizeCode } from '../../contract/code-values.ts';
import type { Database } from '../../db/database.ts';
import { type CodeDefaults, type ImportedCode, rewardsFault } from '../../domain/codes/code-import.ts';
import type { Games } from '../../domain/games.ts';
import {
  type ImportPlan,
  keptOf,
  planOf,
  previewOf,
  type RefusedRows,
  refusedOf,
  type Verdict,
} from '../../domain/import-plan.ts';
import { readCsvRows } from '../../lib/csv-rows.ts';
import { findTaken } from './bulk-codes-store.ts';
import type { JobRow } from './bulk-jobs-store.ts';
import { codeHeaderFaults, createCodeReader, MAX_IMPORTED, type TakenCode, verdictOfCode } from './import-rules.ts';

import { getOpenCampaign, type JobStarter, refuse, startJob } from './start-bulk-job.ts';

export interface CodeFile extends CodeDefaults {
  csv: string;
}

/** Returns what the import would do with each row, without storing anything. */
export const previewImport = async (db: Database, starter: JobStarter, file: CodeFile) =>
  previewOf(await planImport(db, starter, file));

export interface StartedImport {
  job: JobRow;
  /** Null unless the request asks to import only the valid rows. */
  refused: RefusedRows | null;
}

/** Starts a job that adds the new codes in a CSV file. The whole file is checked before any code is stored. */
export async function startImport(
  db: Database,
  starter: JobStarter,
  file: CodeFile,
  onlyValid: boolean,
): Promise<StartedImport> {
  const plan = await planImport(db, starter, file);
  const kept = keptOf(plan, onlyValid);
  if (kept instanceof Error) throw kept;
  const rows = newOf(plan);
  const { csv: _, ...defaults } = file;
  const refused = onlyValid ? refusedOf(plan) : null;
  const audited = { ...defaults, unchanged: kept.length - rows.length, refused: refused?.refused_total ?? 0 };
  const job = { kind: 'import' as const, request: { ...defaults, rows }, total: rows.length };
  return { job: await startJob(db, starter, job, audited), refused };
}

async function planImport(db: Database, starter: JobStarter, file: CodeFile): Promise<ImportPlan<ImportedCode>> {
  const { csv, ...defaults } = file;
  await db.read((handle) => getOpenCampaign(handle, starter));
  const read = await readCsvRows<ImportedCode>(csv, {
    headerFaults: (table) => codeHeaderFaults(table, defaults),
    createReader: (table) => createCodeReader(table, defaults),
    rowsAre: 'codes',
    mostRows: MAX_IMPORTED,
  });
  const verdicts = await judge(
    db,
    read.rows.flatMap(({ item }) => item ?? []),
    starter.games,
    (row, taken) => verdictOfCode(row, taken, defaults, starter.campaignId),
  );
  const plan = planOf(read, ({ line }) => verdicts.get(line) ?? { result: 'new' });
  refuse(rewardsFault(defaults.rewards_json ?? '', newOf(plan).length));
  return plan;
}

const newOf = ({ rows }: ImportPlan<ImportedCode>) =>
  rows.flatMap(({ item, result }) => (item && result === 'new' ? [item] : []));

const LOOKED_UP_AT_ONCE = 500;

/** Returns a verdict per line. Stored codes can have large rewards, so they are read in parts and not kept. */
async function judge(
  db: Database,
  rows: readonly ImportedCode[],
  games: Games,
  verdictOf: (row: ImportedCode, taken: TakenCode | undefined) => Verdict,
): Promise<Map<number, Verdict>> {
  const verdicts = new Map<number, Verdict>();
  for (let at = 0; at < rows.length; at += LOOKED_UP_AT_ONCE) {
    const some = rows.slice(at, at + LOOKED_UP_AT_ONCE);
    const norms = some.map(({ code }) => normalizeCode(code));
    const taken = await db.read((handle) => findTaken(handle, norms, games));
    for (const row of some) verdicts.set(row.line, verdictOf(row, taken.get(normalizeCode(row.code))));
  }
  return verdicts;
}
