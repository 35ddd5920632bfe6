import { secretKeyOf } from '../../lib/keyed.ts';
import { type Check, fault } from './check.ts';

export const SECRET = 'secret key';

/** Selects the ID of the key that signed the newest row of the audit log: the key that a daemon last used. */
export const LAST_SIGNED = 'SELECT mac_key_id FROM audit_log ORDER BY audit_id DESC LIMIT 1';

/**
 * Returns `found`, or a fault if the database was last written with a different key, such as when an operator restored
 * a backup without its key.
 * @param secret the current secret; null if there is none yet
 * @param signedBy the ID of the key that signed the newest row of the audit log
 * @param restore how the operator restores the right key
 */
export function compareSecret(
  secret: string | null,
  signedBy: string | null | undefined,
  { found, restore }: { found: Check; restore: string },
): Check {
  const here = secret === null ? null : secretKeyOf(secret).id;
  if (!signedBy || here === signedBy) return found;
  const instead =
    here === null
      ? 'was not found; the daemon would create a new one at startup'
      : `differs from the current key, ${here}`;
  return fault(SECRET, `the database was written with the secret key ${signedBy}, which ${instead}. ${restore}`);
}
