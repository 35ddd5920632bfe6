import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface OwnEmails {
  weekly_report: boolean;
}

const isPresent = ({ t: { staff } }: Handle) => and(isNull(staff.removed_at), isNotNull(staff.password_hash));

export async function findOwnEmails(handle: Handle, staffId: number): Promise<OwnEmails | null> {
  const { staff } = handle.t;
  const [row] = await handle.db
    .select({ weekly_report: staff.weekly_report })
    .from(staff)
    .where(and(eq(staff.staff_id, staffId), isNull(staff.removed_at)));
  return row ?? null;
}

/** Lists the next people who subscribed to the report and can sign in, in ID order. */
export function listReaders(handle: Handle, after: number, most: number) {
  const { staff } = handle.t;
  const { staff_id, name, games } = staff;
  return handle.db
    .select({ staff_id, name, games })
    .from(staff)
    .where(and(gt(staff_id, after), eq(staff.weekly_report, true), isPresent(handle)))
    .orderBy(asc(staff_id))
    .limit(most);
}

/**
 * Returns the current address of a person who is still subscribed to the report; null if there is none, or if the
 * person is now limited to different games from those in the report.
 */
export async function findReaderEmail(
  handle: Handle,
  { staff_id, games }: { staff_id: number; games: string | null },
): Promise<string | null> {
  const { staff } = handle.t;
  const [row] = await handle.db
    .select({ email: staff.email, games: staff.games })
    .from(staff)
    .where(and(eq(staff.staff_id, staff_id), eq(staff.weekly_report, true), isPresent(handle)));
  return row && row.games === games ? row.email : null;
}
