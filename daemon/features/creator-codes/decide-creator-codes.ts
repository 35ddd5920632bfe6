import type { Database, Handle } from '../../db/database.ts';
import { AppError } from '../../lib/problem.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { updateCode } from '../codes/codes-store.ts';
import { type CreatorCodeStatus, type Decision, decide, decideAsProgram } from './creator-code-rules.ts';
import { type CreatorCodeRow, findCreatorCodes, findCreatorCodesForUpdate } from './creator-codes-store.ts';

export interface Decided {
  codeIds: readonly number[];
  decision: Decision;
  /** What a rejected creator is told. */
  reason?: string | undefined;
}

type Ruling = (status: CreatorCodeStatus) => CreatorCodeStatus | 'invalid_status_move';

/** Staff decide one code or many, all or none; the audit log has one row for all of them. */
export const decideAsStaff = (db: Database, staffId: number, decided: Decided, now: number) =>
  db.write(async (handle) => {
    const { before, after } = await apply(handle, decided, (status) => decide(status, decided.decision), now);
    await recordAudit(
      handle,
      {
        staffId,
        action: `creator_code.${decided.decision}`,
        entity: 'creator_code',
        entityId: after.map(({ code_id }) => code_id).join(','),
        before: before.map(({ code_id, status }) => ({ code_id, status })),
        after: after.map(({ code_id, status, rejection_reason }) => ({ code_id, status, rejection_reason })),
      },
      now,
    );
    return after;
  });

/** A client that moderates on a page of its own decides with its key. */
export const decideByKey = (
  db: Database,
  decided: Decided & { decision: 'approve' | 'reject' },
  now: number,
): Promise<CreatorCodeRow[]> =>
  db.write(async (handle) => {
    const { after } = await apply(handle, decided, (status) => decideAsProgram(status, decided.decision), now);
    return after;
  });

/** A rejection carries a reason, also where the moderator's program gave none. */
const NO_REASON = 'No reason was given.';

async function apply(handle: Handle, { codeIds, decision, reason }: Decided, ruling: Ruling, now: number) {
  const wanted = [...new Set(codeIds)];
  const before = await findCreatorCodesForUpdate(handle, wanted);
  if (before.length !== wanted.length) throw new AppError('not_found');
  for (const { code_id, code, status } of before) {
    const next = ruling(status);
    if (next === 'invalid_status_move')
      throw new AppError({ code: next, detail: `The code ${code} is ${status}; it cannot be moved by ${decision}.` });
    await updateCode(handle, code_id, {
      status: next,
      decided_at: now,
      updated_at: now,
      // A rejected value is free again.
      ...(next === 'rejected' ? { code_norm: null, rejection_reason: reason ?? NO_REASON } : {}),
    });
  }
  return { before, after: await findCreatorCodes(handle, wanted) };
}
