import { normalizeCode } from '../../contract/code-values.ts';
import { AppError, type FieldFault, invalidCsv } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { LineFault } from '../../lib/csv.ts';
import { readCsvRows } from '../../lib/csv-rows.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { isOver } from '../campaigns/campaign-rules.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { findTaken } from './bulk-codes-store.ts';
import { insertJob, type JobRow, type NewJob } from './bulk-jobs-store.ts';
import {
  type CodeDefaults,
  codeHeaderFaults,
  createCodeReader,
  type ImportedCode,
  MAX_IMPORTED,
} from './import-rules.ts';
import { patternFault, patternOf, rewardsFault, type ValueWish } from './pattern-rules.ts';

/** The member of staff who starts the job, and its campaign. */
export interface JobStarter {
  staffId: number;
  campaignId: number;
  now: number;
}

export interface NewBulkCodes extends ValueWish, CodeDefaults {
  rewards_json: string;
}

/** A job that makes codes with values from the CSPRNG. */
export async function startGenerating(db: Database, starter: JobStarter, wish: NewBulkCodes): Promise<JobRow> {
  refuse(patternFault(wish) ?? rewardsFault(wish.rewards_json, wish.count));
  const { name, root_url, usage_limit, active, rewards_json, count } = wish;
  const request = { pattern: patternOf(wish), name, root_url, usage_limit, active, rewards_json };
  return start(db, starter, { kind: 'generate', request, total: count }, request);
}

/** A job that adds the codes of a CSV. The whole file is checked before any code is stored. */
export async function startImport(
  db: Database,
  starter: JobStarter,
  { csv, ...defaults }: CodeDefaults & { csv: string },
): Promise<JobRow> {
  await db.read((handle) => getOpenCampaign(handle, starter));
  const rows = await readCodes(csv, defaults);
  refuse(rewardsFault(defaults.rewards_json ?? '', rows.length));
  await refuseTaken(db, rows);
  return start(db, starter, { kind: 'import', request: { ...defaults, rows }, total: rows.length }, defaults);
}

async function readCodes(csv: string, defaults: CodeDefaults): Promise<ImportedCode[]> {
  const { items, faults } = await readCsvRows<ImportedCode>(csv, {
    headerFaults: (table) => codeHeaderFaults(table, defaults),
    createReader: (table) => createCodeReader(table, defaults),
    rowsAre: 'codes',
    mostRows: MAX_IMPORTED,
  });
  if (faults.length > 0) throw invalidCsv(faults);
  return items;
}

const LOOKED_UP_AT_ONCE = 500;
const ENOUGH_FAULTS = 50;

async function refuseTaken(db: Database, codes: readonly ImportedCode[]) {
  const faults: LineFault[] = [];
  for (let at = 0; at < codes.length && faults.length < ENOUGH_FAULTS; at += LOOKED_UP_AT_ONCE) {
    const lines = new Map(codes.slice(at, at + LOOKED_UP_AT_ONCE).map(({ code, line }) => [normalizeCode(code), line]));
    const taken = await db.read((handle) => findTaken(handle, [...lines.keys()]));
    faults.push(...taken.map((norm) => ({ line: lines.get(norm) ?? 0, detail: `${norm} is taken` })));
  }
  if (faults.length > 0) throw invalidCsv(faults, 'code_taken');
}

const start = (
  db: Database,
  starter: JobStarter,
  job: Pick<NewJob, 'kind' | 'request' | 'total'>,
  audited: object,
): Promise<JobRow> =>
  db.write(async (handle) => {
    const { staffId, campaignId, now } = starter;
    await getOpenCampaign(handle, starter);
    const made = await insertJob(handle, { ...job, campaign_id: campaignId, staff_id: staffId, created_at: now });
    const after = { campaign_id: campaignId, count: job.total, ...audited };
    const action = `code.bulk_${job.kind}`;
    const entry = { staffId, action, entity: 'bulk_job', entityId: made.job_id, before: null, after };
    await recordAudit(handle, entry, now);
    return made;
  });

async function getOpenCampaign(handle: Handle, { campaignId, now }: JobStarter) {
  const campaign = await findCampaign(handle, campaignId);
  if (!campaign) throw new AppError('not_found');
  if (isOver(campaign, now)) throw new AppError('campaign_ended');
}

function refuse(fault: FieldFault | null) {
  if (fault) throw new AppError({ code: 'invalid_request', errors: [fault] });
}
