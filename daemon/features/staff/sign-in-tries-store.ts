import { and, asc, eq, lte, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { forUpdate, forUpdateSkipLocked } from '../../db/query/locking.ts';
import { macOf } from '../../lib/keyed.ts';
import { networkOf } from '../../lib/network-of.ts';
import { type Attempt, expiryOf, NO_TRIES, NOT_LOCKED, type Tries } from './sign-in-rules.ts';

/** Identifies the rows for an email address and a client's network without containing either. */
export interface TriesKey {
  account: string;
  network: string;
}

/** The row for all networks together. It sorts first, so it is locked first. */
const ANYWHERE = '';

/** @param email in lower case */
export function triesKeyOf(handle: Handle, email: string, ip: string): TriesKey {
  const account = accountHashOf(handle, email);
  return { account, network: hashOf(handle, `sign-in network\n${account}\n${networkOf(ip)}`) };
}

const accountHashOf = (handle: Handle, email: string) => hashOf(handle, `sign-in account\n${email}`);

function hashOf({ keys }: Handle, text: string): string {
  if (!keys.secretKey) throw new Error('Sign-ins cannot be counted: this database was opened without its secret key');
  return macOf(keys.secretKey, text);
}

/** Locks the rows until the transaction ends. Missing rows are created, so that all attempts take the same work. */
export async function takeTries(handle: Handle, key: TriesKey): Promise<Attempt> {
  const { db, t } = handle;
  const { sign_in_tries: tries } = t;
  const fresh = { account_hash: key.account, ...NO_TRIES, expires_at: 0 };
  await db
    .insert(tries)
    .values([
      { ...fresh, network_hash: ANYWHERE },
      { ...fresh, network_hash: key.network },
    ])
    .onConflictDoNothing();
  const these = and(
    eq(tries.account_hash, key.account),
    or(eq(tries.network_hash, ANYWHERE), eq(tries.network_hash, key.network)),
  );
  const found = db.select().from(tries).where(these).orderBy(asc(tries.network_hash));
  const [anywhere, network] = (await forUpdate(handle, found)).map(triesIn);
  if (!anywhere || !network) throw new Error('The rows for the sign-in attempts no longer exist');
  return { network, anywhere };
}

const triesIn = ({ failures, since, locked_until, passed_at }: Tries): Tries => ({
  failures,
  since,
  locked_until,
  passed_at,
});

export async function putTries({ db, t }: Handle, key: TriesKey, { network, anywhere }: Attempt): Promise<void> {
  const { sign_in_tries: tries } = t;
  const rows = [
    [ANYWHERE, anywhere],
    [key.network, network],
  ] as const;
  for (const [network_hash, row] of rows) {
    const one = and(eq(tries.account_hash, key.account), eq(tries.network_hash, network_hash));
    await db
      .update(tries)
      .set({ ...row, expires_at: expiryOf(row) })
      .where(one);
  }
}

/** The number of rows removed per attempt. One attempt creates fewer, so a flood of addresses cannot fill the disk. */
const EXPIRED_AT_ONCE = 6;

/** Removes a few rows that no longer have any effect. Rows locked by another transaction are left for next time. */
export async function dropSomeTries(handle: Handle, now: number): Promise<void> {
  const { db, t } = handle;
  const { sign_in_tries: tries } = t;
  const { account_hash, network_hash, expires_at } = tries;
  const old = db
    .select({ account_hash, network_hash })
    .from(tries)
    .where(lte(expires_at, now))
    .orderBy(asc(expires_at))
    .limit(EXPIRED_AT_ONCE);
  const rows = await forUpdateSkipLocked(handle, old);
  if (rows.length === 0) return;
  const one = (row: (typeof rows)[number]) =>
    and(eq(account_hash, row.account_hash), eq(network_hash, row.network_hash));
  await db.delete(tries).where(or(...rows.map(one)));
}

/** Lifts the locks on an email address for all networks. Known networks stay known. */
export async function clearTries(handle: Handle, email: string): Promise<void> {
  const { sign_in_tries: tries } = handle.t;
  await handle.db
    .update(tries)
    .set({ failures: 0, locked_until: null })
    .where(eq(tries.account_hash, accountHashOf(handle, email)));
}

/** Deletes all rows for an email address, including its known networks. */
export async function forgetTries(handle: Handle, email: string): Promise<void> {
  const { sign_in_tries: tries } = handle.t;
  await handle.db.delete(tries).where(eq(tries.account_hash, accountHashOf(handle, email)));
}

/** Shows a lock in the list of staff. The same statement runs for addresses without an account. */
export async function showLock({ db, t }: Handle, email: string, until: number): Promise<void> {
  await db
    .update(t.staff)
    .set({ ...NOT_LOCKED, locked_until: until })
    .where(eq(t.staff.email, email));
}
