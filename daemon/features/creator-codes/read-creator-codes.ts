import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { countClaims } from '../codes/codes-store.ts';
import { findCreatorNames } from '../creators/creators-store.ts';
import {
  type CreatorCodeListQuery,
  type CreatorCodeRow,
  findCreatorCodes,
  listCreatorCodeRows,
} from './creator-codes-store.ts';
import { type EarlierCode, findEarlierCodes } from './creator-history-store.ts';
import { type Evidence, gatherEvidence } from './gather-evidence.ts';

export interface CountedCreatorCode extends CreatorCodeRow {
  claims: number;
}

export const listCreatorCodes = (db: Database, query: CreatorCodeListQuery): Promise<Page<CountedCreatorCode>> =>
  db.read(async (handle) => {
    const { rows, total } = await listCreatorCodeRows(handle, query);
    return pageOf(query, await counted(handle, rows), total);
  });

export interface QueuedCreatorCode extends CountedCreatorCode {
  evidence: Evidence | null;
  creator_name: string | null;
  earlier_codes: EarlierCode[];
}

/** Lists codes for moderators. Pending codes include evidence and the decisions on their creators' earlier codes. */
export const listQueue = (db: Database, query: CreatorCodeListQuery): Promise<Page<QueuedCreatorCode>> =>
  db.read(async (handle) => {
    const { rows, total } = await listCreatorCodeRows(handle, query);
    const evidence = await gatherEvidence(handle, rows, query.games ?? null);
    const names = await findCreatorNames(handle, creatorsOf(rows));
    const waiting = creatorsOf(rows.filter(({ status }) => status === 'pending'));
    const earlier = await findEarlierCodes(handle, waiting, query.games ?? null);
    const data = (await counted(handle, rows)).map((row) => ({
      ...row,
      evidence: evidence.get(row.code_id) ?? null,
      creator_name: names.get(row.creator_id) ?? null,
      earlier_codes: row.status === 'pending' ? (earlier.get(row.creator_id) ?? []) : [],
    }));
    return pageOf(query, data, total);
  });

const creatorsOf = (rows: readonly CreatorCodeRow[]) => [...new Set(rows.map(({ creator_id }) => creator_id))];

export async function getCreatorCode(db: Database, codeId: number): Promise<CountedCreatorCode> {
  const [found] = await db.read(async (handle) => counted(handle, await findCreatorCodes(handle, [codeId])));
  if (!found) throw new AppError('not_found');
  return found;
}

async function counted(handle: Handle, rows: readonly CreatorCodeRow[]): Promise<CountedCreatorCode[]> {
  const claims = await countClaims(
    handle,
    rows.map((row) => row.code_id),
  );
  return rows.map((row) => ({ ...row, claims: claims.get(row.code_id) ?? 0 }));
}
