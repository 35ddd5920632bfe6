import { notifyDone } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';

export function useChangeTotp(totp: boolean) {
  const { session, entered } = useSession();
  return () => {
    entered({ ...session, staff: { ...session.staff, totp } });
    notifyDone(totp ? 'The second factor is on.' : 'The second factor is off.');
  };
}
