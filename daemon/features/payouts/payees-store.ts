import { asc, gt, inArray, max } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { parseTerms, type Terms } from '../analytics/commission-rules.ts';

export interface PayeeRow {
  creator_id: string;
  display_name: string | null;
  payout_method: string | null;
  payout_address: string | null;
  terms_id: number | null;
}

/** Creators in the order of their ids, from the one after `after` on. */
export async function listPayees({ db, t }: Handle, after: string | null, limit: number): Promise<PayeeRow[]> {
  const { creator_id, display_name, payout_method, payout_address, terms_id } = t.creators;
  return db
    .select({ creator_id, display_name, payout_method, payout_address, terms_id })
    .from(t.creators)
    .where(after === null ? undefined : gt(creator_id, after))
    .orderBy(asc(creator_id))
    .limit(limit);
}

export interface LastStatement {
  creator_id: string;
  payout_method: string | null;
  payout_address: string | null;
  payable: number;
}

/** The newest statement of each of the creators. */
export async function findLastStatements({ db, t }: Handle, creatorIds: readonly string[]) {
  const { payout_statements: s } = t;
  const { creator_id, payout_method, payout_address, payable } = s;
  const newest = db
    .select({ statement_id: max(s.statement_id) })
    .from(s)
    .where(inArray(creator_id, [...creatorIds]))
    .groupBy(creator_id);
  const rows: LastStatement[] = await db
    .select({ creator_id, payout_method, payout_address, payable })
    .from(s)
    .where(inArray(s.statement_id, newest));
  return new Map(rows.map((row) => [row.creator_id, row]));
}

export async function listTerms({ db, t }: Handle, termsIds: readonly number[]): Promise<Map<number, Terms>> {
  if (termsIds.length === 0) return new Map();
  const { commission_terms: terms } = t;
  const rows = await db
    .select()
    .from(terms)
    .where(inArray(terms.terms_id, [...termsIds]));
  return new Map(rows.map((row) => [row.terms_id, parseTerms(row.kind, row.content)]));
}

export async function listCampaignTerms({ db, t }: Handle, campaignIds: readonly number[]) {
  if (campaignIds.length === 0) return new Map<number, { name: string; terms_id: number | null }>();
  const { campaign_id, name, terms_id } = t.campaigns;
  const rows = await db
    .select({ campaign_id, name, terms_id })
    .from(t.campaigns)
    .where(inArray(campaign_id, [...campaignIds]));
  return new Map(rows.map((row) => [row.campaign_id, { name: row.name, terms_id: row.terms_id }]));
}
