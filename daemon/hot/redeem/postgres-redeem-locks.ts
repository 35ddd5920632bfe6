import type pg from 'pg';
import { isBaseLimited, isKnown, isLimited } from '../../domain/redeem/check-redeem.ts';
import { GUESS_WINDOW_MS } from '../../domain/redeem/decide-redeems.ts';
import { guessKey, type RedeemItem, type RedeemSnapshot } from '../../domain/redeem/redeem-batch.ts';
import { compare } from '../../lib/compare.ts';
import { prepareQuery } from '../prepare-query.ts';
import { CODE_VIEW_SQL, type CodeViewRow, codeView } from './redeem-rows.ts';

// The KEY SHARE locks of batches do not block each other, but they block a change to a code's limit, which locks the
// row FOR UPDATE.
const READ_CODES = `${CODE_VIEW_SQL} where c.code_norm = any($1::text[]) order by c.code_id for key share of c, b`;
const LOCK_LIMITED = `
  select code_id, used from codes where code_id = any($1::bigint[]) order by code_id for no key update`;

/**
 * Reads codes by their normal form. Only codes with a limit are locked against other batches, in the order of their
 * IDs.
 */
export async function lockCodes(client: pg.PoolClient, items: readonly RedeemItem[]): Promise<RedeemSnapshot['codes']> {
  const norms = [...new Set(items.map((item) => item.norm))].sort();
  const { rows } = await client.query<CodeViewRow>({ name: 'redeem_codes', text: READ_CODES, values: [norms] });
  const codes = new Map(rows.map((row) => [row.code_norm, codeView(row)]));
  const limited = new Set<number>();
  for (const view of codes.values()) {
    if (isLimited(view)) limited.add(view.codeId);
    if (isBaseLimited(view)) limited.add(view.base.codeId);
  }
  if (limited.size === 0) return codes;
  const locked = await client.query<{ code_id: number; used: number }>({
    name: 'redeem_lock',
    text: LOCK_LIMITED,
    values: [[...limited].sort((a, b) => a - b)],
  });
  const used = new Map(locked.rows.map((row) => [row.code_id, row.used]));
  for (const view of codes.values()) {
    view.used = used.get(view.codeId) ?? view.used;
    view.base.used = used.get(view.base.codeId) ?? view.base.used;
  }
  return codes;
}

// Another daemon that receives a player's next guess waits for this lock and then counts the guesses of this batch,
// too.
const lockGuessesQuery = prepareQuery(
  'redeem_lock_guesses',
  `select g.try_id from unnest({guessers.familyId}::bigint[], {guessers.userId}::text[]) as x(f, u) cross join lateral (
    select t.try_id from refused_tries t where t.user_id = x.u and t.family_id = x.f and t.created_at > {after}
      and t.reason = 'code_not_found' order by t.created_at, t.try_id limit 1 for update) g`,
);

/** Locks the oldest recent guess of each player who guesses again in this batch. */
export async function lockGuesses(
  client: pg.PoolClient,
  items: readonly RedeemItem[],
  codes: RedeemSnapshot['codes'],
  now: number,
): Promise<void> {
  const unknown = items.filter(({ norm, gameId }) => !isKnown(codes.get(norm), gameId));
  if (unknown.length === 0) return;
  const guessers = [...new Map(unknown.map((item) => [guessKey(item.familyId, item.userId), item])).values()];
  guessers.sort((a, b) => a.familyId - b.familyId || compare(a.userId, b.userId));
  await client.query(lockGuessesQuery({ guessers, after: now - GUESS_WINDOW_MS }));
}
