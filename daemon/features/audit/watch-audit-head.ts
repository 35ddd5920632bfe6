import type { Database } from '../../db/database.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { findAuditHead, lastKeyId } from './audit-store.ts';

/**
 * Writes the end of the audit log to the daemon's log, now and once a day. Logs are usually stored elsewhere, so
 * `verify --audit-head` can detect an audit log that was restored to an earlier state together with its head.
 * @returns a function that stops the daily entries
 */
export function watchAuditHead(db: Pick<Database, 'read' | 'keys'>, log: Log): () => void {
  const note = async () => {
    const head = await db.read(findAuditHead);
    if (head) log.info('audit head', { auditId: head.audit_id, mac: head.mac });
  };
  const noteOrWarn = () =>
    void note().catch((error) => log.warn('The head of the audit log could not be read', { error }));
  noteOrWarn();
  void warnOfOtherKey(db, log).catch(() => {});
  const daily = setInterval(noteOrWarn, DAY_MS).unref();
  return () => clearInterval(daily);
}

/** Warns at startup about a lost or changed key, before a member of staff fails to sign in. */
async function warnOfOtherKey(db: Pick<Database, 'read' | 'keys'>, log: Log) {
  const last = await db.read(lastKeyId);
  if (last !== null && last !== db.keys.secretKey?.id)
    log.warn(
      'The secret key has changed: the daemon cannot decrypt secrets encrypted with the old key, and verify will report the audit log rows signed with that key',
    );
}
