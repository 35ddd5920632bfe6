import { problemOf } from '../../lib/ask.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';

export function useChangeTotp(totp: boolean) {
  const { session, entered } = useSession();
  return () => {
    entered({ ...session, staff: { ...session.staff, totp } });
    notifyDone(totp ? 'The second factor is on.' : 'The second factor is off.');
  };
}

export const wrongCode = (error: unknown) =>
  problemOf(error).code === 'invalid_credentials' ? 'This is not right. Try the next code.' : problemOf(error).detail;
