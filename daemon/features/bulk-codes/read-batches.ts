import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { type Page, type PageQuery, pageOf } from '../../db/query/listing.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import type { CodeCounts } from './batch-rules.ts';
import { type BatchRow, type ClaimCounts, countClaims, countCodes, findBatch, listBatchRows } from './batches-store.ts';

export interface Batch {
  row: BatchRow;
  counts: CodeCounts;
  claims: ClaimCounts;
}

export async function listBatches(db: Database, campaignId: number, query: PageQuery): Promise<Page<Batch>> {
  const { rows, total } = await db.read(async (handle) => {
    if (!(await findCampaign(handle, campaignId))) throw new AppError('not_found');
    return listBatchRows(handle, campaignId, query);
  });
  const data: Batch[] = [];
  // Each batch is read separately, so that other requests do not wait for the figures of many large batches.
  for (const row of rows) data.push(await figured(db, row));
  return pageOf(query, data, total);
}

export async function getBatch(db: Database, batchId: number): Promise<Batch> {
  const row = await db.read((handle) => findBatch(handle, batchId));
  if (!row) throw new AppError('not_found');
  return figured(db, row);
}

const figured = (db: Database, row: BatchRow): Promise<Batch> =>
  db.read(async (handle) => ({
    row,
    counts: await countCodes(handle, row.job_id, row.switched_id),
    claims: await countClaims(handle, row.job_id),
  }));
