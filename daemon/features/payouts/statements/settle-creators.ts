import type { Database, Handle } from '../../../db/database.ts';
import {
  type CampaignBooks,
  decideLine,
  decideStatement,
  youngCommission,
} from '../../../domain/payouts/statement-amounts.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { Minor } from '../../../lib/money.ts';
import { Unavailable } from '../../../lib/unavailable.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { sumLedger } from '../ledger/ledger-store.ts';
import { type Books, readBooks, type Scope } from '../ledger/read-books.ts';
import { findPayees, type LastStatement, listMerged, listPayees, type PayeeRow } from './payees-store.ts';
import type { NewLine, NewStatement, PayoutFailure } from './statements-store.ts';

export interface SettledCreator {
  statement: Omit<NewStatement, 'run_id'>;
  lines: NewLine[];
  /** The amount paid by the creator's previous statement. */
  lastPayable: Minor;
}

export interface SettledPage {
  creators: SettledCreator[];
  failures: PayoutFailure[];
  /** The last creator on the page; the next page starts after them. Null if the page is empty. */
  last: string | null;
}

type Settled = SettledCreator | PayoutFailure | null;
type SumsOf = Pick<Ledger, 'sumsOf'>;

const STEP = 100;

/**
 * Computes the statements of the next creators. The figures cannot change, because the settlements in `reach` have
 * ended.
 */
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

/** Settles all creators together or, if that fails, one by one, so that only creators with an error fail. */
async function settleAll(db: Database, payees: readonly PayeeRow[], scope: Scope, ledger: SumsOf): Promise<Settled[]> {
  try {
    return await db.read((handle) => settleSome(handle, payees, scope, ledger));
  } catch (error) {
    if (error instanceof Unavailable) throw error;
  }
  const alone = lookUps(scope);
  const settled: Settled[] = [];
  for (const payee of payees) {
    const one = db.read((handle) => settleSome(handle, [payee], scope, alone));
    settled.push(...(await one.catch((error) => [failureOf(payee, error)])));
  }
  return settled;
}

/** Returns a source of sums for creators in any order, unlike `openLedger`. */
const lookUps = ({ youngFrom }: Scope): SumsOf => ({
  sumsOf: (handle, ids) => sumLedger(handle, ids, youngFrom),
});

async function settleSome(handle: Handle, payees: readonly PayeeRow[], scope: Scope, ledger: SumsOf) {
  const ids = payees.map((payee) => payee.creator_id);
  const merged = await listMerged(handle, ids);
  const books = await readBooks(handle, { payees, merged }, scope, ledger);
  const mergedInto = groupBy(merged, (creator) => creator.merged_into);
  return payees.map((payee): Settled => {
    if (payee.merged_into !== null) return null;
    try {
      return settleOne([payee, ...(mergedInto.get(payee.creator_id) ?? [])], books, scope);
    } catch (error) {
      return failureOf(payee, error);
    }
  });
}

/** What a payout run would pay to two creators, separately and after a merge. */
export interface SettledMerge {
  creator: SettledCreator | null;
  into: SettledCreator | null;
  merged: SettledCreator | null;
}

/** Computes what two creators would be paid separately, and after merging the first into the second. */
export async function settleMerge(
  handle: Handle,
  { creatorId, intoId }: { creatorId: string; intoId: string },
  scope: Scope,
): Promise<SettledMerge> {
  const payees = await findPayees(handle, [creatorId, intoId]);
  const [creator, into] = [payees.get(creatorId), payees.get(intoId)];
  if (!creator || !into) throw new Error('A creator of the merge does not exist');
  const earlier = await listMerged(handle, [intoId]);
  const books = await readBooks(handle, { payees: [creator, into], merged: earlier }, scope, lookUps(scope));
  return {
    creator: settleOne([creator], books, scope),
    into: settleOne([into, ...earlier], books, scope),
    merged: settleOne([into, ...earlier, creator], books, scope),
  };
}

const LONGEST_REASON = 300;

/**
 * Describes why a creator's statement failed.
 * @throws if the cause is the database and not the creator's figures
 */
export function failureOf({ creator_id }: Pick<PayeeRow, 'creator_id'>, error: unknown): PayoutFailure {
  if (error instanceof Unavailable) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  return { creator_id, reason: reason.slice(0, LONGEST_REASON) };
}

/**
 * Computes what the first creator is paid: their own commission, and the commission of the creators merged into them.
 */
function settleOne(
  [payee, ...merged]: readonly [PayeeRow, ...PayeeRow[]],
  books: Books,
  { everyCampaign, digits, minimum }: Scope,
): SettledCreator | null {
  const { creator_id } = payee;
  const people = [payee, ...merged];
  const lines = people.flatMap((one) =>
    booksOf(books, one).flatMap(([campaignId, book]) => lineOf(campaignId, book, books, one, digits) ?? []),
  );
  const carriedIn = people.reduce((sum, one) => sum + (books.balances.get(one.creator_id) ?? 0n), 0n);
  if (lines.length === 0 && (!everyCampaign || carriedIn === 0n)) return null;
  const young = people
    .flatMap((one) => booksOf(books, one))
    .reduce((sum, [, book]) => sum + youngCommission(book, books.termsOf, digits), 0n);
  const moneyOf = (name: 'revenue' | 'refunds' | 'commission') => lines.reduce((sum, line) => sum + line[name], 0n);
  const countOf = (name: 'claims' | 'payments') => lines.reduce((sum, line) => sum + line[name], 0);
  const hold = people.map((one) => one.payout_hold).find((reason) => reason !== null) ?? null;
  const money = decideStatement(moneyOf('commission'), { carriedIn, young, minimum, isFrozen: hold !== null });
  const before = books.lastStatements.get(creator_id);
  return {
    statement: {
      creator_id,
      merged_creators: merged.length === 0 ? null : JSON.stringify(merged.map((one) => one.creator_id)),
      creator_name: payee.display_name,
      payout_method: payee.payout_method,
      payout_address: payee.payout_address,
      payout_details_at: payee.payout_details_at,
      address_changed: before !== undefined && hasMoved(payee, before),
      revenue: moneyOf('revenue'),
      refunds: moneyOf('refunds'),
      ...money,
      hold_reason: hold,
      claims: countOf('claims'),
      payments: countOf('payments'),
      taken_out: false,
    },
    lines,
    lastPayable: before?.payable ?? 0n,
  };
}

const booksOf = ({ byCreator }: Books, { creator_id }: PayeeRow) =>
  [...(byCreator.get(creator_id) ?? [])].sort(([a], [b]) => a - b);

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
