import type { Database, Handle } from '../../../db/database.ts';
import {
  type CampaignBooks,
  decideLine,
  decideStatement,
  youngCommission,
} from '../../../domain/payouts/statement-amounts.ts';
import type { Minor } from '../../../lib/money.ts';
import { Unavailable } from '../../../lib/unavailable.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { sumLedger } from '../ledger/ledger-store.ts';
import { type Books, readBooks, type Scope } from '../ledger/read-books.ts';
import { type LastStatement, listPayees, type PayeeRow } from './payees-store.ts';
import type { NewLine, NewStatement, PayoutFailure } from './statements-store.ts';

export interface SettledCreator {
  statement: Omit<NewStatement, 'run_id'>;
  lines: NewLine[];
  /** The amount that the creator's previous statement paid. */
  lastPayable: Minor;
}

export interface SettledPage {
  creators: SettledCreator[];
  failures: PayoutFailure[];
  /** The last creator of the page, after whom the next page begins; null if the page is empty. */
  last: string | null;
}

type Settled = SettledCreator | PayoutFailure | null;
type SumsOf = Pick<Ledger, 'sumsOf'>;

const STEP = 100;

/** Decides what the next creators are owed. The figures cannot change after the reach's settlements have ended. */
export async function settleCreators(
  db: Database,
  scope: Scope,
  ledger: Ledger,
  after: string | null,
): Promise<SettledPage> {
  const payees = await db.read((handle) => listPayees(handle, after, STEP));
  const last = payees.at(-1)?.creator_id ?? null;
  if (last === null) ledger.expectRead();
  const settled = last === null ? [] : await settleAll(db, payees, scope, ledger);
  return {
    creators: settled.flatMap((one) => (one && 'statement' in one ? one : [])),
    failures: settled.flatMap((one) => (one && 'reason' in one ? one : [])),
    last,
  };
}

/** Settles all creators together or, if that fails, one by one, so that it fails only for the creator at fault. */
async function settleAll(db: Database, payees: readonly PayeeRow[], scope: Scope, ledger: SumsOf): Promise<Settled[]> {
  try {
    return await db.read((handle) => settleSome(handle, payees, scope, ledger));
  } catch (error) {
    if (error instanceof Unavailable) throw error;
  }
  const alone: SumsOf = { sumsOf: (handle, ids) => sumLedger(handle, ids, scope.youngFrom) };
  const settled: Settled[] = [];
  for (const payee of payees) {
    const one = db.read((handle) => settleSome(handle, [payee], scope, alone));
    settled.push(...(await one.catch((error) => [failureOf(payee, error)])));
  }
  return settled;
}

async function settleSome(handle: Handle, payees: readonly PayeeRow[], scope: Scope, ledger: SumsOf) {
  const books = await readBooks(handle, payees, scope, ledger);
  return payees.map((payee): Settled => {
    try {
      return settleOne(payee, books, scope);
    } catch (error) {
      return failureOf(payee, error);
    }
  });
}

const LONGEST_REASON = 300;

/** Describes a creator's failure. @throws if the database is at fault and not the creator's figures */
export function failureOf({ creator_id }: Pick<PayeeRow, 'creator_id'>, error: unknown): PayoutFailure {
  if (error instanceof Unavailable) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return { creator_id, reason: reason.slice(0, LONGEST_REASON) };
}

function settleOne(payee: PayeeRow, books: Books, { everyCampaign, digits, minimum }: Scope): SettledCreator | null {
  const { creator_id } = payee;
  const ofCreator = [...(books.byCreator.get(creator_id) ?? [])].sort(([a], [b]) => a - b);
  const lines = ofCreator.flatMap(([campaignId, book]) => lineOf(campaignId, book, books, payee, digits) ?? []);
  const carriedIn = books.balances.get(creator_id) ?? 0n;
  if (lines.length === 0 && (!everyCampaign || carriedIn === 0n)) return null;
  const young = ofCreator.reduce((sum, [, book]) => sum + youngCommission(book, books.termsOf, digits), 0n);
  const moneyOf = (name: 'revenue' | 'refunds' | 'commission') => lines.reduce((sum, line) => sum + line[name], 0n);
  const countOf = (name: 'claims' | 'payments') => lines.reduce((sum, line) => sum + line[name], 0);
  const isFrozen = payee.payout_hold !== null;
  const money = decideStatement(moneyOf('commission'), { carriedIn, young, minimum, isFrozen });
  const before = books.lastStatements.get(creator_id);
  return {
    statement: {
      creator_id,
      creator_name: payee.display_name,
      payout_method: payee.payout_method,
      payout_address: payee.payout_address,
      payout_details_at: payee.payout_details_at,
      address_changed: before !== undefined && hasMoved(payee, before),
      revenue: moneyOf('revenue'),
      refunds: moneyOf('refunds'),
      ...money,
      hold_reason: payee.payout_hold,
      claims: countOf('claims'),
      payments: countOf('payments'),
      taken_out: false,
    },
    lines,
    lastPayable: before?.payable ?? 0n,
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
    revenue: line.revenue,
    refunds: line.refunds,
    commission_tier: line.tier.toFixed(2),
    terms_id: book.termsInForce,
    commission: line.commission,
    claims: line.claims,
    payments: line.payments,
  };
}
