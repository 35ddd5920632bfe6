import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, notInArray, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { begins, contains, holds } from '../../db/query/listing.ts';
import { campaignWithin, codeWithin, creatorWithin, gameWithin, keyWithin } from '../../db/query/within-games.ts';
import type { CodeKind } from '../../domain/codes/code-kinds.ts';
import type { Games } from '../../domain/games.ts';
import { endOfPrefix, runIdOf } from './search-rules.ts';

/** The maximum number of results per kind. */
const FEW = 5;
/** A search for text inside values covers only this many of the newest codes, because no index supports it. */
export const MAX_LOOKED_AT = 100_000;

/** Lists the newest first, as do the searches below, except for codes that start with the text. */
export function searchCampaigns(handle: Handle, text: string, games: Games) {
  const { campaigns: p } = handle.t;
  return handle.db
    .select({ campaign_id: p.campaign_id, name: p.name, stage: p.stage, starts_at: p.starts_at, ends_at: p.ends_at })
    .from(p)
    .where(and(ne(p.stage, 'importing'), contains(text, p.name), campaignWithin(handle, games, p.campaign_id)))
    .orderBy(desc(p.campaign_id))
    .limit(FEW);
}

interface CodeSearch {
  /** The normal form of the text. */
  norm: string;
  kinds: CodeKind[];
  games: Games;
}

/**
 * Finds codes whose normal form starts with the text's normal form, then the newest codes that contain the text in
 * their value or name.
 */
export async function searchCodes(handle: Handle, text: string, { norm, kinds, games }: CodeSearch) {
  const { codes: c, creators: r } = handle.t;
  const { db } = handle;
  const columns = {
    code_id: c.code_id,
    campaign_id: c.campaign_id,
    code: c.code,
    name: c.name,
    kind: c.kind,
    creator_id: c.creator_id,
    creator_name: r.display_name,
  };
  const ofCreator = eq(r.creator_id, c.creator_id);
  const ofKinds = and(inArray(c.kind, kinds), campaignWithin(handle, games, c.campaign_id));
  const begin = await db
    .select(columns)
    .from(c)
    .leftJoin(r, ofCreator)
    .where(and(beginsWith(handle, norm), ofKinds))
    .orderBy(asc(c.code_norm))
    .limit(FEW);
  if (begin.length === FEW) return begin;
  const seen = begin.map((row) => row.code_id);
  const [oldest] = await db
    .select({ code_id: c.code_id })
    .from(c)
    .orderBy(desc(c.code_id))
    .limit(1)
    .offset(MAX_LOOKED_AT - 1);
  const hold = await db
    .select(columns)
    .from(c)
    .leftJoin(r, ofCreator)
    .where(
      and(
        oldest && gte(c.code_id, oldest.code_id),
        or(holds(norm, c.code_norm), contains(text, c.name)),
        ofKinds,
        notInArray(c.code_id, seen),
      ),
    )
    .orderBy(desc(c.code_id))
    .limit(FEW - begin.length);
  return [...begin, ...hold];
}

/**
 * Matches in a way that allows each database to use its index. Only SQLite can use a range: in Postgres, the order of
 * texts depends on the collation.
 */
const beginsWith = ({ dialect, t: { codes: c } }: Handle, norm: string) =>
  dialect === 'sqlite' ? and(gte(c.code_norm, norm), lt(c.code_norm, endOfPrefix(norm))) : begins(norm, c.code_norm);

export function searchCreators(handle: Handle, text: string, games: Games) {
  const { creators: r } = handle.t;
  return handle.db
    .select({ creator_id: r.creator_id, display_name: r.display_name, email: r.email })
    .from(r)
    .where(and(contains(text, r.creator_id, r.display_name, r.email), creatorWithin(handle, games, r.creator_id)))
    .orderBy(desc(r.created_at), desc(r.creator_id))
    .limit(FEW);
}

export const searchStaff = ({ db, t: { staff: s } }: Handle, text: string) =>
  db
    .select({ staff_id: s.staff_id, name: s.name, email: s.email, role: s.role })
    .from(s)
    .where(and(contains(text, s.name, s.email), isNull(s.removed_at)))
    .orderBy(desc(s.staff_id))
    .limit(FEW);

/** Finds payout runs by number, period key or campaign name. */
export function searchPayoutRuns({ db, t: { payout_runs: r, campaigns: p } }: Handle, text: string) {
  const runId = runIdOf(text);
  return db
    .select({
      run_id: r.run_id,
      kind: r.kind,
      status: r.status,
      period_end: r.period_end,
      campaign_name: p.name,
    })
    .from(r)
    .leftJoin(p, eq(p.campaign_id, r.campaign_id))
    .where(or(contains(text, r.period_key, p.name), runId === null ? undefined : eq(r.run_id, runId)))
    .orderBy(desc(r.run_id))
    .limit(FEW);
}

/** Returns whether the database contains any row of a user in these games. */
export async function isKnownPlayer(handle: Handle, userId: string, games: Games): Promise<boolean> {
  const { db, t } = handle;
  const { claims: k, links: l, refused_tries: r, payments: p } = t;
  const isClaimed = codeWithin(handle, games, k.code_id);
  const looks = [
    // Links do not contain a game. For people limited to some games, the claims of the links are checked below.
    ...(games === null ? [() => db.select({ id: l.claim_id }).from(l).where(eq(l.user_id, userId))] : []),
    () =>
      db
        .select({ id: k.claim_id })
        .from(k)
        .where(and(eq(k.user_id, userId), isNull(k.released_at), isClaimed)),
    () =>
      db
        .select({ id: r.try_id })
        .from(r)
        .where(and(eq(r.user_id, userId), keyWithin(handle, games, r.family_id))),
    () =>
      db
        .select({ id: p.payment_id })
        .from(p)
        .where(and(eq(p.user_id, userId), gameWithin(games, p.game_id))),
    () =>
      db
        .select({ id: k.claim_id })
        .from(k)
        .where(and(eq(k.user_id, userId), isNotNull(k.released_at), isClaimed)),
  ];
  for (const look of looks) if ((await look().limit(1)).length > 0) return true;
  return false;
}
