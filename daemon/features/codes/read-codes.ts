import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { findJob } from '../bulk-codes/bulk-jobs-store.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import type { CodeListQuery } from './code-filters-store.ts';
import { listCodeRows } from './code-list-store.ts';
import { countClaims, countClaimsOfBases, findMainCode, type MainCode } from './codes-store.ts';

export interface CountedCode extends MainCode {
  /** For a referral code, the sum of its creator codes. */
  claims: number;
}

export interface CodePage extends Page<CountedCode> {
  next_cursor: string | null;
  is_partial: boolean;
}

export async function listCodes(db: Database, campaignId: number, query: CodeListQuery): Promise<CodePage> {
  return db.read(async (handle) => {
    if (!(await findCampaign(handle, campaignId))) throw new AppError('not_found');
    const { batch_id: batchId } = query;
    // The codes of a batch are found by its ID alone, so check that the batch belongs to this campaign.
    const isElsewhere = batchId !== undefined && (await findJob(handle, batchId))?.campaign_id !== campaignId;
    if (isElsewhere) return { ...pageOf<CountedCode>(query, [], 0), next_cursor: null, is_partial: false };
    const { rows, total, ...further } = await listCodeRows(handle, campaignId, query);
    return { ...pageOf(query, await counted(handle, rows), total), ...further };
  });
}

export async function getCode(db: Database, codeId: number): Promise<CountedCode> {
  return db.read(async (handle) => {
    const code = await findMainCode(handle, codeId);
    const [found] = await counted(handle, code ? [code] : []);
    if (!found) throw new AppError('not_found');
    return found;
  });
}

async function counted(handle: Handle, rows: readonly MainCode[]): Promise<CountedCode[]> {
  const idsOf = (kind: MainCode['kind']) => rows.filter((row) => row.kind === kind).map((row) => row.code_id);
  const own = await countClaims(handle, idsOf('redeem'));
  const ofBases = await countClaimsOfBases(handle, idsOf('referral'));
  return rows.map((row) => ({ ...row, claims: own.get(row.code_id) ?? ofBases.get(row.code_id) ?? 0 }));
}
