import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { type AuditHead, type ChainFault, createChainWalk } from '../../domain/audit/audit-chain.ts';
import { auditPages, findAuditHead } from './audit-store.ts';

export interface ChainState {
  checkedAt: number;
  entries: number;
  head: AuditHead | null;
  faults: ChainFault[];
}

/** The check pauses for other requests each time it has read this many entries. */
const TURN = 500;

/**
 * Creates a function that checks the audit log with the daemon's own key. Requests that arrive during a check share its
 * result.
 */
export function createCheckAuditChain(db: Pick<Database, 'readSnapshot' | 'keys'>) {
  let inProgress: Promise<ChainState> | null = null;
  return (now: number): Promise<ChainState> => {
    inProgress ??= checkChain(db, now).finally(() => {
      inProgress = null;
    });
    return inProgress;
  };
}

const checkChain = ({ readSnapshot, keys }: Pick<Database, 'readSnapshot' | 'keys'>, checkedAt: number) =>
  readSnapshot(async (handle): Promise<ChainState> => {
    const walk = createChainWalk(keys.secretKey ? [keys.secretKey] : []);
    let entries = 0;
    for await (const page of auditPages(handle))
      for (const row of page) {
        walk.step(row);
        entries += 1;
        if (entries % TURN === 0) await setImmediate();
      }
    const head = await findAuditHead(handle);
    return { checkedAt, entries, head, faults: walk.end(head) };
  });
