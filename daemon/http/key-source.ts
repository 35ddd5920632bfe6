import type { KeyRow } from '../features/keys/keys-store.ts';

/** What requests need to know of a key that was not revoked. */
export type LivingKey = Pick<
  KeyRow,
  'key_hash' | 'key_id' | 'family_id' | 'kind' | 'game_id' | 'scopes' | 'allowed_origins' | 'expires_at'
>;

/** Where a keyring has its keys from: the database, or the daemon that a process works for. */
export interface KeySource {
  readKeys(): Promise<LivingKey[]>;
  /** @param uses ids with the instant of the last use, in the order of the ids */
  writeLastUses(uses: readonly [number, number][]): Promise<void>;
}
