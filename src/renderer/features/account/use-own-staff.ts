import type { StaffMember } from '../../client/bridge.ts';
import { useSession } from '../../client/session.ts';

/** Returns the signed-in person, and a function that updates the person's fields in the session. */
export function useOwnStaff() {
  const { session, entered } = useSession();
  const noteChange = (fields: Partial<StaffMember>) => entered({ ...session, staff: { ...session.staff, ...fields } });
  return { staff: session.staff, noteChange };
}
