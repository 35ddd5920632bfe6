import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findSign, type LeakSignRow, markSeen } from './leak-signs-store.ts';

/** Removes a sign from the list of tasks. Only the first call is recorded in the audit log. */
export const markLeakSignSeen = (db: Database, staffId: number, signId: number, now: number): Promise<LeakSignRow> =>
  db.write(async (handle) => {
    const sign = await findSign(handle, signId);
    if (!sign) throw new AppError('not_found');
    if (!(await markSeen(handle, signId, staffId, now))) return sign;
    const entity = sign.base_code_id === null ? 'code' : 'creator_code';
    const after = { sign: sign.kind, day: isoInstant(sign.day_start) };
    const entry = { staffId, action: `${entity}.see_leak_sign`, entity, entityId: sign.code_id, before: null, after };
    await recordAudit(handle, entry, now);
    return (await findSign(handle, signId)) ?? sign;
  });
