import type { Handle } from '../../../db/database.ts';
import type { CampaignBooks, TermsOf } from '../../../domain/payouts/statement-amounts.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import {
  findLastStatements,
  type LastStatement,
  listCampaignTerms,
  type PayeeRow,
  readTerms,
} from '../statements/payees-store.ts';
import type { Ledger } from './ledger.ts';
import { listLivingLines, sumBalances, sumClaims, sumLedger } from './ledger-store.ts';
import type { Reach } from './reach-store.ts';

/** The settlements that a payout run includes, and its settings. */
export interface Scope {
  reach: Reach;
  /** Whether the run covers all campaigns. If so, it also settles balances without new accruals. */
  everyCampaign: boolean;
  digits: number;
  minimum: bigint;
  /** Revenue received after this instant is carried to the next run. */
  youngFrom: number;
}

/** The figures that determine some creators' statements. */
export interface Books {
  byCreator: Map<string, Map<number, CampaignBooks>>;
  campaigns: Awaited<ReturnType<typeof listCampaignTerms>>;
  balances: Map<string, bigint>;
  lastStatements: Map<string, LastStatement>;
  termsOf: TermsOf;
}

/**
 * Reads the figures that determine these creators' statements.
 * @param of `payees`: the next creators in the ledger; `merged`: all creators who were merged into them
 */
export async function readBooks(
  handle: Handle,
  of: { payees: readonly PayeeRow[]; merged: readonly PayeeRow[] },
  scope: Scope,
  { sumsOf }: Pick<Ledger, 'sumsOf'>,
): Promise<Books> {
  const ledger = await sumsOf(handle, idsOf(of.payees));
  if (of.merged.length > 0)
    for (const [key, sums] of await sumLedger(handle, idsOf(of.merged), scope.youngFrom)) ledger.set(key, sums);
  const ids = [...new Set([...idsOf(of.payees), ...idsOf(of.merged)])];
  const lines = await listLivingLines(handle, ids);
  const claims = await sumClaims(handle, ids);
  const campaigns = await listCampaignTerms(handle, [...new Set([...ledger.keys()].map(campaignOf))]);
  const organisation = await getOrganisation(handle);
  const own = new Map([...of.payees, ...of.merged].map((payee) => [payee.creator_id, payee.terms_id]));
  const byCreator = new Map<string, Map<number, CampaignBooks>>();
  for (const [key, sums] of ledger) {
    const [campaignId, creatorId] = [campaignOf(key), creatorOf(key)];
    const ofCreator = byCreator.get(creatorId) ?? new Map<number, CampaignBooks>();
    byCreator.set(creatorId, ofCreator);
    ofCreator.set(campaignId, {
      sums,
      lines: lines.get(key) ?? [],
      claims: claims.get(key) ?? 0,
      upTo: scope.reach.get(campaignId) ?? null,
      termsInForce: own.get(creatorId) ?? campaigns.get(campaignId)?.terms_id ?? organisation.terms_id,
    });
  }
  const used = [...byCreator.values()].flatMap((books) => [...books.values()]);
  const termsOf = await readTerms(handle, [
    ...new Set(used.flatMap((book) => [book.termsInForce, ...book.sums.map((sum) => sum.termsId)])),
  ]);
  return {
    byCreator,
    campaigns,
    balances: await sumBalances(handle, ids),
    lastStatements: await findLastStatements(handle, ids),
    termsOf,
  };
}

const idsOf = (some: readonly PayeeRow[]) => some.map((one) => one.creator_id);
const campaignOf = (key: string) => Number(key.slice(0, key.indexOf('\n')));
const creatorOf = (key: string) => key.slice(key.indexOf('\n') + 1);
