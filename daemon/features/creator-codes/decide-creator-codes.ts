import { AppError } from '../../contract/refusals.ts';
import { refuseStale, type VersionRead } from '../../contract/versions.ts';
import type { Database, Handle } from '../../db/database.ts';
import type { Games } from '../../domain/games.ts';
import { creatorCodeKey } from '../../domain/messages.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { announce, withdraw } from '../outbox/outbox-store.ts';
import { codeDecided, DECISION_TYPES } from './creator-code-message-rules.ts';
import { type CreatorCodeStatus, type Decision, decide, decideAsProgram } from './creator-code-rules.ts';
import { type CreatorCodeRow, findCreatorCodesForUpdate, moveCreatorCodes } from './creator-codes-store.ts';
import { insertDecisions } from './decisions-store.ts';

export interface OneDecision extends VersionRead {
  codeId: number;
  decision: Decision;
  /** The reason shown to a creator whose code was rejected. */
  reason?: string | undefined;
}
export interface ManyDecided {
  decided: number[];
  skipped: { code_id: number; code: 'not_found' | 'invalid_status_move' }[];
}

export const decideAsStaff = (db: Database, staffId: number, { codeId, version, ...how }: OneDecision, now: number) =>
  db.write(async (handle) => {
    const code = await findOne(handle, codeId);
    refuseStale(code, { version });
    const next = decide(code.status, how.decision);
    if (next === 'invalid_status_move') throw cannot(code, how.decision);
    await move(handle, [code], { ...how, next, staffId }, now);
    await auditDecision(handle, staffId, { ...how, codes: [code], next }, now);
  });

/** Decides on a code for a program, which is identified by its API key. */
export const decideByKey = (
  db: Database,
  keyId: number,
  { codeId, decision, reason }: Omit<OneDecision, 'version'> & { decision: 'approve' | 'reject' },
  now: number,
): Promise<void> =>
  db.write(async (handle) => {
    const code = await findOne(handle, codeId);
    const next = decideAsProgram(code.status, decision);
    if (next === 'invalid_status_move') throw cannot(code, decision);
    await move(handle, [code], { decision, reason, next, keyId }, now);
  });

export interface ManyDecisions {
  codeIds: readonly number[];
  /** The games that the person is limited to; codes of other games count as not found. */
  games: Games;
  decision: 'approve' | 'reject';
  reason?: string | undefined;
}

/**
 * Decides on many codes together, with one row in the audit log. It skips codes on which another moderator has decided
 * since.
 */
export const decideMany = (
  db: Database,
  staffId: number,
  { codeIds, games, decision, reason }: ManyDecisions,
  now: number,
): Promise<ManyDecided> =>
  db.write(async (handle) => {
    const wanted = [...new Set(codeIds)];
    const found = new Map((await findCreatorCodesForUpdate(handle, wanted, games)).map((code) => [code.code_id, code]));
    const next = decision === 'approve' ? 'approved' : 'rejected';
    const codes = [...found.values()].filter(({ status }) => decide(status, decision) === next);
    const decided = new Set(codes.map(({ code_id }) => code_id));
    if (codes.length > 0) {
      await move(handle, codes, { decision, reason, next, staffId }, now);
      await auditDecision(handle, staffId, { codes, decision, reason, next }, now);
    }
    const skipped = wanted
      .filter((codeId) => !decided.has(codeId))
      .map((code_id) => ({
        code_id,
        code: found.has(code_id) ? ('invalid_status_move' as const) : ('not_found' as const),
      }));
    return { decided: wanted.filter((codeId) => decided.has(codeId)), skipped };
  });

async function findOne(handle: Handle, codeId: number): Promise<CreatorCodeRow> {
  const [code] = await findCreatorCodesForUpdate(handle, [codeId]);
  if (!code) throw new AppError('not_found');
  return code;
}

const cannot = ({ code, status }: CreatorCodeRow, decision: Decision) =>
  new AppError({
    code: 'invalid_status_move',
    detail: `Code ${code} is ${status === 'pending' ? 'still' : 'already'} ${status} and cannot be ${DECIDED[decision]}.`,
  });

const DECIDED: Record<Decision, string> = { approve: 'approved', reject: 'rejected', disable: 'disabled' };

/** Used if a program rejects a code without giving a reason. */
const NO_REASON = 'No reason was given.';

/** An allowed decision, and who made it: a member of staff, or a program with its key. */
interface Made {
  decision: Decision;
  reason?: string | undefined;
  next: CreatorCodeStatus;
  staffId?: number;
  keyId?: number;
}

async function move(handle: Handle, codes: readonly CreatorCodeRow[], made: Made, now: number) {
  const { next, reason } = made;
  // A rejection frees the value.
  const freed = next === 'rejected' ? { code_norm: null, rejection_reason: reason ?? NO_REASON } : {};
  const set = { status: next, updated_at: now, ...freed };
  const ids = codes.map(({ code_id }) => code_id);
  const waited = codes.filter(({ status }) => status === 'pending').map(({ code_id }) => code_id);
  await moveCreatorCodes(handle, waited, { ...set, decided_at: now });
  await moveCreatorCodes(
    handle,
    ids.filter((codeId) => !waited.includes(codeId)),
    set,
  );
  const { decision, staffId: staff_id = null, keyId: key_id = null } = made;
  const noted = {
    decision,
    reason: 'rejection_reason' in freed ? freed.rejection_reason : null,
    staff_id,
    key_id,
    decided_at: now,
  };
  await insertDecisions(handle, ids, noted);
  await withdraw(handle, DECISION_TYPES, ids.map(creatorCodeKey));
  const rejection_reason = next === 'rejected' ? (reason ?? NO_REASON) : null;
  const announcements = codes.flatMap((code) => codeDecided({ ...code, status: next, rejection_reason }, now));
  await announce(handle, announcements, now);
}

interface Audited {
  codes: readonly CreatorCodeRow[];
  decision: Decision;
  reason?: string | undefined;
  next: CreatorCodeStatus;
}

function auditDecision(handle: Handle, staffId: number, { codes, decision, reason, next }: Audited, now: number) {
  const rejection = next === 'rejected' ? { rejection_reason: reason ?? NO_REASON } : {};
  const entry = {
    staffId,
    action: `creator_code.${decision}`,
    entity: 'creator_code',
    entityId: codes.map(({ code_id }) => code_id).join(','),
    before: codes.map(({ code_id, status }) => ({ code_id, status })),
    after: codes.map(({ code_id }) => ({ code_id, status: next, ...rejection })),
  };
  return recordAudit(handle, entry, now);
}
