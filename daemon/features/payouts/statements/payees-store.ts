import { and, asc, gt, inArray, lt, max } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { parseTerms, type Terms } from '../../../domain/commission.ts';
import type { TermsOf } from '../../../domain/payouts/statement-amounts.ts';
import type { Minor } from '../../../lib/money.ts';

export interface PayeeRow {
  creator_id: string;
  display_name: string | null;
  payout_method: string | null;
  payout_address: string | null;
  payout_details_at: number | null;
  terms_id: number | null;
  payout_hold: string | null;
  merged_into: string | null;
}

const payeeColumns = ({ t: { creators: c } }: Handle) => ({
  creator_id: c.creator_id,
  display_name: c.display_name,
  payout_method: c.payout_method,
  payout_address: c.payout_address,
  payout_details_at: c.payout_details_at,
  terms_id: c.terms_id,
  payout_hold: c.payout_hold,
  merged_into: c.merged_into,
});

/** Lists creators after `after`, in ID order. */
export async function listPayees(handle: Handle, after: string | null, limit: number): Promise<PayeeRow[]> {
  const { creators } = handle.t;
  return handle.db
    .select(payeeColumns(handle))
    .from(creators)
    .where(after === null ? undefined : gt(creators.creator_id, after))
    .orderBy(asc(creators.creator_id))
    .limit(limit);
}

/** Returns creators by ID; unknown IDs are omitted. */
export async function findPayees(handle: Handle, creatorIds: readonly string[]): Promise<Map<string, PayeeRow>> {
  const { creators } = handle.t;
  const rows = await handle.db
    .select(payeeColumns(handle))
    .from(creators)
    .where(inArray(creators.creator_id, [...creatorIds]));
  return new Map(rows.map((row) => [row.creator_id, row]));
}

/** Lists the creators who were merged into these creators, in ID order. */
export async function listMerged(handle: Handle, creatorIds: readonly string[]): Promise<PayeeRow[]> {
  const { creators } = handle.t;
  return handle.db
    .select(payeeColumns(handle))
    .from(creators)
    .where(inArray(creators.merged_into, [...creatorIds]))
    .orderBy(asc(creators.creator_id));
}

export interface LastStatement {
  creator_id: string;
  payout_method: string | null;
  payout_address: string | null;
  payable: Minor;
}

/** Finds the newest statement of each creator; with `beforeRun`, only in earlier payout runs. */
export async function findLastStatements({ db, t }: Handle, creatorIds: readonly string[], beforeRun?: number) {
  const { payout_statements: s } = t;
  const { creator_id, payout_method, payout_address, payable } = s;
  const newest = db
    .select({ statement_id: max(s.statement_id) })
    .from(s)
    .where(and(inArray(creator_id, [...creatorIds]), beforeRun === undefined ? undefined : lt(s.run_id, beforeRun)))
    .groupBy(creator_id);
  const rows: LastStatement[] = await db
    .select({ creator_id, payout_method, payout_address, payable })
    .from(s)
    .where(inArray(s.statement_id, newest));
  return new Map(rows.map((row) => [row.creator_id, row]));
}

/** Parses terms only when they are used, so that invalid terms fail only for the creators they apply to. */
export async function readTerms({ db, t }: Handle, termsIds: readonly number[]): Promise<TermsOf> {
  if (termsIds.length === 0) return () => NO_TERMS;
  const { commission_terms: terms } = t;
  const rows = await db
    .select()
    .from(terms)
    .where(inArray(terms.terms_id, [...termsIds]));
  const byId = new Map(rows.map((row) => [row.terms_id, row]));
  const parsed = new Map<number, Terms>();
  return (termsId) => {
    const row = byId.get(termsId);
    if (!row) return NO_TERMS;
    const known = parsed.get(termsId) ?? parseTerms(row.kind, row.content);
    parsed.set(termsId, known);
    return known;
  };
}

const NO_TERMS: Terms = { kind: 'tiers', tiers: [] };

export async function listCampaignTerms({ db, t }: Handle, campaignIds: readonly number[]) {
  if (campaignIds.length === 0) return new Map<number, { name: string; terms_id: number | null }>();
  const { campaign_id, name, terms_id } = t.campaigns;
  const rows = await db
    .select({ campaign_id, name, terms_id })
    .from(t.campaigns)
    .where(inArray(campaign_id, [...campaignIds]));
  return new Map(rows.map((row) => [row.campaign_id, { name: row.name, terms_id: row.terms_id }]));
}
