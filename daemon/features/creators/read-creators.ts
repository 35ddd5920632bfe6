import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import type { Games } from '../../domain/games.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import {
  type CreatorFigures,
  type CreatorListQuery,
  type CreatorRow,
  findCreator,
  listCreatorRows,
  sumFigures,
} from './creators-store.ts';
import { type MergesOf, readMerges } from './read-merges.ts';

export interface FiguredCreator extends CreatorRow {
  /** The figures of the codes of the creator, and of creators who were merged into them. */
  figures: CreatorFigures;
  merges: MergesOf;
  currency: { name: string; digits: number };
}

export const listCreators = (db: Database, query: CreatorListQuery): Promise<Page<FiguredCreator>> =>
  db.read(async (handle) => {
    const { rows, total } = await listCreatorRows(handle, query);
    return pageOf(query, await figured(handle, rows, query.games ?? null), total);
  });

export async function getCreator(db: Database, creatorId: string, games: Games): Promise<FiguredCreator> {
  const [found] = await db.read(async (handle) => {
    const row = await findCreator(handle, creatorId);
    return figured(handle, row ? [row] : [], games);
  });
  if (!found) throw new AppError('not_found');
  return found;
}

const NONE: CreatorFigures = { codes: 0, claims: 0, revenue: 0n };

async function figured(handle: Handle, rows: readonly CreatorRow[], games: Games): Promise<FiguredCreator[]> {
  const { currency: name, currency_digits: digits } = await getOrganisation(handle);
  const mergesOf = await readMerges(handle, rows);
  const ids = rows.flatMap((row) => [row, ...mergesOf(row).merged]).map(({ creator_id }) => creator_id);
  const figures = await sumFigures(handle, [...new Set(ids)], games);
  return rows.map((row) => {
    const merges = mergesOf(row);
    const all = [row, ...merges.merged].map((one) => figures.get(one.creator_id) ?? NONE);
    return { ...row, figures: all.reduce(add), merges, currency: { name, digits } };
  });
}

const add = (a: CreatorFigures, b: CreatorFigures): CreatorFigures => ({
  codes: a.codes + b.codes,
  claims: a.claims + b.claims,
  revenue: a.revenue + b.revenue,
});
