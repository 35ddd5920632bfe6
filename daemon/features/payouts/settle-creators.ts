import type { Handle } from '../../db/database.ts';
import type { Ledger } from './ledger.ts';
import { type LastStatement, listPayees, type PayeeRow } from './payees-store.ts';
import { type CampaignBooks, decideLine, decideStatement, youngCommission } from './payout-rules.ts';
import { type Books, readBooks, type Scope } from './read-books.ts';
import type { NewLine, NewStatement } from './statements-store.ts';

export interface SettledCreator {
  statement: Omit<NewStatement, 'run_id'>;
  lines: NewLine[];
  /** What the statement before this one paid. */
  lastPayable: number;
}

export interface SettledPage {
  creators: SettledCreator[];
  /** The creator where the next page goes on; null where there is none. */
  last: string | null;
}

const STEP = 100;

/** What the next creators are owed. What it reads cannot change once the settlements of the reach have ended. */
export async function settleCreators(
  handle: Handle,
  scope: Scope,
  ledger: Ledger,
  after: string | null,
): Promise<SettledPage> {
  const payees = await listPayees(handle, after, STEP);
  const ids = payees.map((payee) => payee.creator_id);
  const last = ids.at(-1) ?? null;
  if (last === null) {
    ledger.expectRead();
    return { creators: [], last };
  }
  const books = await readBooks(handle, payees, scope, ledger);
  return { creators: payees.flatMap((payee) => settleOne(payee, books, scope) ?? []), last };
}

function settleOne(payee: PayeeRow, books: Books, { everyCampaign, digits, minimum }: Scope): SettledCreator | null {
  const { creator_id } = payee;
  const ofCreator = [...(books.byCreator.get(creator_id) ?? [])].sort(([a], [b]) => a - b);
  const lines = ofCreator.flatMap(([campaignId, book]) => lineOf(campaignId, book, books, payee, digits) ?? []);
  const carriedIn = books.balances.get(creator_id) ?? 0n;
  if (lines.length === 0 && (!everyCampaign || carriedIn === 0n)) return null;
  const young = ofCreator.reduce((sum, [, book]) => sum + youngCommission(book, books.termsOf, digits), 0n);
  const sumOf = (name: 'revenue' | 'refunds' | 'commission' | 'claims' | 'payments') =>
    lines.reduce((sum, line) => sum + line[name], 0);
  const money = decideStatement(BigInt(sumOf('commission')), { carriedIn, young, minimum });
  const before = books.lastStatements.get(creator_id);
  return {
    statement: {
      creator_id,
      creator_name: payee.display_name,
      payout_method: payee.payout_method,
      payout_address: payee.payout_address,
      address_changed: before !== undefined && hasMoved(payee, before),
      revenue: sumOf('revenue'),
      refunds: sumOf('refunds'),
      commission: Number(money.commission),
      carried_in: Number(money.carried_in),
      payable: Number(money.payable),
      carried_out: Number(money.carried_out),
      carry_reason: money.carry_reason,
      claims: sumOf('claims'),
      payments: sumOf('payments'),
    },
    lines,
    lastPayable: before?.payable ?? 0,
  };
}

const hasMoved = (payee: PayeeRow, before: LastStatement) =>
  payee.payout_method !== before.payout_method || payee.payout_address !== before.payout_address;

function lineOf(
  campaign_id: number,
  book: CampaignBooks,
  { campaigns, termsOf }: Books,
  { creator_id }: PayeeRow,
  digits: number,
): NewLine | null {
  const line = decideLine(book, termsOf, digits);
  if (!line) return null;
  return {
    creator_id,
    campaign_id,
    campaign_name: campaigns.get(campaign_id)?.name ?? '',
    settlements: JSON.stringify(line.settlements),
    revenue: Number(line.revenue),
    refunds: Number(line.refunds),
    commission_tier: line.tier.toFixed(2),
    terms_id: book.termsInForce,
    commission: Number(line.commission),
    claims: line.claims,
    payments: line.payments,
  };
}
