import { normalizeCode } from '../../contract/code-values.ts';
import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { conditionsOut } from '../../domain/codes/conditions.ts';
import type { Games } from '../../domain/games.ts';
import { paidOut } from '../../domain/payments/paid-out.ts';
import { isoInstant } from '../../lib/clock.ts';
import { formatAmount } from '../../lib/money.ts';
import { claimOut } from '../claims/claim-response.ts';
import { claimIdsOfUser, countLiving } from '../claims/claims-list-store.ts';
import { findClaims } from '../claims/claims-store.ts';
import { isKnownPlayer } from '../search/search-store.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { findConditions, findLink, listPayments, listRefusedTries, sumPayments } from './players-store.ts';

type Player = AnswerOf<Endpoints['getPlayer']>;

const NEWEST = 100;
const EVERYWHERE = { below: null, from: null };

interface Asked {
  userId: string;
  /** Only data of these games; null for all games. */
  games: Games;
  withValidates: boolean;
}

/**
 * Returns a player's data.
 * @throws if the user ID is unknown
 */
export const getPlayer = (db: Database, { userId, games, withValidates }: Asked): Promise<Player> =>
  db.read(async (handle) => {
    const link = await findLink(handle, userId, games);
    const claims = await findClaims(handle, await claimIdsOfUser(handle, userId, { games }, EVERYWHERE, NEWEST));
    const tries = await listRefusedTries(handle, userId, { withValidates, games, limit: NEWEST });
    const payments = await listPayments(handle, userId, games, NEWEST);
    if (!link && claims.length + tries.length + payments.length === 0 && !(await isKnownPlayer(handle, userId, games)))
      throw new AppError('not_found');
    const living = await countLiving(handle, userId, games);
    const sums = await sumPayments(handle, userId, games);
    const { currency, currency_digits } = await getOrganisation(handle);
    const money = (minor: bigint | string) => ({ amount: formatAmount(BigInt(minor), currency_digits), currency });
    return {
      user_id: userId,
      link: link && { ...link, linked_at: isoInstant(link.linked_at) },
      claims: claims.map((row) => claimOut(row, handle.keys)),
      refused_tries: await withConditions(handle, tries),
      payments: payments.map(({ payment_id: _, amount, paid, accrued, created_at, received_at, ...rest }) => ({
        ...rest,
        paid: paidOut(paid),
        amount: money(amount),
        created_at: isoInstant(created_at),
        received_at: isoInstant(received_at),
        accrued: accrued === null ? null : money(accrued),
      })),
      totals: { claims: living, payments: sums.payments, paid: money(sums.paid) },
    };
  });

/** Adds the conditions that the player did not meet, unless the code was changed after the attempt. */
async function withConditions(handle: Handle, tries: Awaited<ReturnType<typeof listRefusedTries>>) {
  const norms = tries.flatMap(({ attribute, code }) => (attribute === null ? [] : normalizeCode(code)));
  const found = await findConditions(handle, norms);
  return tries.map(({ created_at, ...row }) => {
    const code = row.attribute === null ? undefined : found.get(normalizeCode(row.code));
    const conditions = code && code.changed_at <= created_at ? conditionsOut(code.conditions) : null;
    return {
      ...row,
      conditions: conditions?.filter(({ attribute }) => attribute === row.attribute) ?? null,
      created_at: isoInstant(created_at),
    };
  });
}
