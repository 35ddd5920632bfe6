import { normalizeCode } from '../../contract/code-values.ts';
import type { Database, Handle } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import type { Games } from '../../domain/games.ts';
import { creatorCodeKey } from '../../domain/messages.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { countClaims, findCodeByNorm } from '../codes/codes-store.ts';
import { withdraw } from '../outbox/outbox-store.ts';
import { DECISION_TYPES } from './creator-code-message-rules.ts';
import { refusalOfUndo, UNDO_MS } from './creator-code-rules.ts';
import {
  type CreatorCodeRow,
  findCreatorCodesForUpdate,
  hasCurrentCode,
  moveCreatorCodes,
} from './creator-codes-store.ts';
import { undoLastDecisions } from './decisions-store.ts';

type Refusal = NonNullable<ReturnType<typeof refusalOfUndo>>;

export interface Undone {
  undone: number[];
  skipped: { code_id: number; code: Refusal | 'not_found' }[];
}

interface AskedUndo {
  codeIds: readonly number[];
  /** The games that the person is limited to; codes of other games count as not found. */
  games: Games;
}

/**
 * Makes the codes pending again and removes the unsent messages about the decisions. The audit log contains both the
 * decisions and the undo.
 */
export const undoDecisions = (db: Database, staffId: number, asked: AskedUndo, now: number): Promise<Undone> =>
  retryLostRace(() => db.write((handle) => undo(handle, staffId, asked, now)));

async function undo(handle: Handle, staffId: number, asked: AskedUndo, now: number): Promise<Undone> {
  const codeIds = [...new Set(asked.codeIds)];
  const codes = await findCreatorCodesForUpdate(handle, codeIds, asked.games);
  const claims = await countClaims(handle, codeIds);
  const undone: CreatorCodeRow[] = [];
  const refusals = new Map<number, Refusal>();
  // The decisions are undone one by one, because a code that is pending again may block the next one.
  for (const code of codes) {
    const facts = { ...code, ...(await obstaclesOf(handle, code)), claims: claims.get(code.code_id) ?? 0 };
    const refusal = refusalOfUndo(facts, now - UNDO_MS);
    if (refusal) {
      refusals.set(code.code_id, refusal);
      continue;
    }
    const waiting = { status: 'pending' as const, rejection_reason: null, code_norm: normalizeCode(code.code) };
    await moveCreatorCodes(handle, [code.code_id], { ...waiting, decided_at: null, updated_at: now });
    undone.push(code);
  }
  const ids = undone.map(({ code_id }) => code_id);
  if (ids.length > 0) {
    await withdraw(handle, DECISION_TYPES, ids.map(creatorCodeKey));
    await undoLastDecisions(handle, ids, now);
    await auditUndo(handle, staffId, undone, now);
  }
  const skipped = codeIds
    .filter((codeId) => !ids.includes(codeId))
    .map((code_id) => ({ code_id, code: refusals.get(code_id) ?? ('not_found' as const) }));
  return { undone: codeIds.filter((codeId) => ids.includes(codeId)), skipped };
}

/**
 * Returns whether another code has since taken the rejected value, and whether the creator now has another code from
 * the same base code.
 */
async function obstaclesOf(handle: Handle, { status, code, base_code_id, creator_id }: CreatorCodeRow) {
  if (status !== 'rejected') return { isTaken: false, hasOther: false };
  const isTaken = (await findCodeByNorm(handle, normalizeCode(code))) !== null;
  return { isTaken, hasOther: await hasCurrentCode(handle, base_code_id, creator_id) };
}

function auditUndo(handle: Handle, staffId: number, codes: readonly CreatorCodeRow[], now: number) {
  const entry = {
    staffId,
    action: 'creator_code.undo',
    entity: 'creator_code',
    entityId: codes.map(({ code_id }) => code_id).join(','),
    before: codes.map(({ code_id, status }) => ({ code_id, status })),
    after: codes.map(({ code_id }) => ({ code_id, status: 'pending' })),
  };
  return recordAudit(handle, entry, now);
}
