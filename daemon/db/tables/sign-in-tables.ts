import type { Kit } from '../sqlite/sqlite-kit.ts';

/**
 * Failed sign-ins by email address, whether or not it has an account: one row for each network that tried the address,
 * and one (with an empty network) for all networks together. Only keyed hashes of address and network are stored.
 */
const signInTriesTable = (k: Kit) =>
  k.table(
    'sign_in_tries',
    {
      account_hash: k.text('account_hash').notNull(),
      network_hash: k.text('network_hash').notNull(),
      failures: k.integer('failures').notNull(),
      /** When the first of these failures occurred. */
      since: k.instant('since').notNull(),
      locked_until: k.instant('locked_until'),
      /** When this account last signed in from this network. */
      passed_at: k.instant('passed_at'),
      /** After this the row has no effect and is removed. */
      expires_at: k.instant('expires_at').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.account_hash, t.network_hash] }),
      k.index('sign_in_tries_expires').on(t.expires_at),
    ],
  );

export const signInTables = (k: Kit) => ({ sign_in_tries: signInTriesTable(k) });
