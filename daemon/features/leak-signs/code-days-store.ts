import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { onGrid } from '../../db/query/grid.ts';
import { sumText } from '../../db/query/sums.ts';
import { chunksOf } from '../../lib/chunks.ts';
import type { Day } from './day-counts-store.ts';

export function listCodes({ db, t: { codes: c } }: Handle, codeIds: readonly number[]) {
  const { code_id, campaign_id, code_norm, root_url } = c;
  return db
    .select({ code_id, campaign_id, code_norm, root_url })
    .from(c)
    .where(inArray(code_id, [...codeIds]));
}
export type CodeOfDays = Awaited<ReturnType<typeof listCodes>>[number];

/** Sums the figures of codes for each step of the grid. */
export function listCodeSteps(
  { db, t: { code_hours: h } }: Handle,
  codeIds: readonly number[],
  span: Day,
  grid: number,
) {
  return db
    .select({
      code_id: h.code_id,
      hour: onGrid(h.hour, span.from, grid).as('grid_hour'),
      claims: sumText(h.claims),
      revenue: sumText(h.revenue),
      refunds: sumText(h.refunds),
    })
    .from(h)
    .where(and(inArray(h.code_id, [...codeIds]), gte(h.hour, span.from), lt(h.hour, span.to)))
    .groupBy(h.code_id, sql`grid_hour`);
}

export type CodeStep = Awaited<ReturnType<typeof listCodeSteps>>[number];

export async function sumCampaign({ db, t: { campaign_hours: h } }: Handle, campaignId: number, { from, to }: Day) {
  const [row] = await db
    .select({ revenue: sumText(h.revenue), refunds: sumText(h.refunds) })
    .from(h)
    .where(and(eq(h.campaign_id, campaignId), gte(h.hour, from), lt(h.hour, to)));
  return { revenue: BigInt(row?.revenue ?? 0), refunds: BigInt(row?.refunds ?? 0) };
}

export function listLandings({ db, t: { link_landings: l } }: Handle, links: readonly string[], { from, to }: Day) {
  return db
    .select({ link: l.link, day: l.day_start, landings: l.landings })
    .from(l)
    .where(and(inArray(l.link, [...links]), gte(l.day_start, from), lt(l.day_start, to)));
}

/** Lists the root URLs of codes created by hand. Such codes are few compared with those in batches. */
export const listRootUrls = ({ db, t: { codes: c } }: Handle) =>
  db
    .selectDistinct({ root_url: c.root_url })
    .from(c)
    // The condition repeats the text of the index, so that the database uses the index.
    .where(sql`kind <> 'creator' and job_id is null`);

/** Returns which of these values are codes. */
export async function listNorms(
  { db, t: { codes: c } }: Handle,
  norms: readonly string[],
): Promise<Set<string | null>> {
  const rows = await db
    .select({ norm: c.code_norm })
    .from(c)
    .where(inArray(c.code_norm, [...norms]));
  return new Set(rows.map(({ norm }) => norm));
}

/** The number of rows per insert. */
const ROWS = 500;

export interface LinkLandings {
  link: string;
  landings: number;
}

/** Replaces the landings of a day. */
export async function storeLandings(
  { db, t: { link_landings: l } }: Handle,
  day: number,
  rows: readonly LinkLandings[],
) {
  await db.delete(l).where(eq(l.day_start, day));
  for (const some of chunksOf(rows, ROWS)) await db.insert(l).values(some.map((row) => ({ ...row, day_start: day })));
}

export const dropLandings = ({ db, t: { link_landings: l } }: Handle, before: number) =>
  db.delete(l).where(lt(l.day_start, before));
