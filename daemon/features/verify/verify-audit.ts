import type { Database } from '../../db/database.ts';
import { type AuditHead, createChainWalk } from '../../domain/audit/audit-chain.ts';
import type { SecretKey } from '../../lib/keyed.ts';
import { auditPages, findAuditHead } from '../audit/audit-store.ts';
import type { Difference } from './verify-store.ts';

/**
 * Checks that no row of the audit log was edited, inserted or deleted, even at the end of the log.
 * @param noted copies of earlier values of the `AuditHead`; each must still be in the chain
 */
export async function verifyAudit(
  db: Pick<Database, 'readSnapshot'>,
  keys: readonly SecretKey[],
  noted: readonly AuditHead[] = [],
): Promise<Difference[]> {
  return db.readSnapshot(async (handle) => {
    const walk = createChainWalk(keys, noted);
    for await (const page of auditPages(handle)) for (const row of page) walk.step(row);
    return walk.end(await findAuditHead(handle)).map((fault) => ({ table: 'audit_log', ...fault }));
  });
}
