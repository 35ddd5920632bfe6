import { secretKeyOf } from '../../lib/keyed.ts';
import { type Check, fault } from './check.ts';

export const SECRET = 'secret key';

/**
 * Selects the key of the newest row of the audit log, which is the key with which a daemon last wrote to the database.
 */
export const LAST_SIGNED = 'SELECT mac_key_id FROM audit_log ORDER BY audit_id DESC LIMIT 1';

/**
 * Returns `found`, unless the database was written with another key: after a restore, the right key may be missing.
 * @param secret the secret in force; null if there is none yet
 * @param signedBy the key of the newest row of the audit log
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
    here === null ? 'was not found; a start would create a new one' : `differs from the current key, ${here}`;
  return fault(SECRET, `the database was written with the secret key ${signedBy}, which ${instead}. ${restore}`);
}
