import { SecretDialog, SecretShown } from '../../components/secret-shown.tsx';
import { formatTime } from '../../lib/format.ts';
import { staff as t } from '../../texts/staff.ts';
import type { Invitation } from './staff-queries.ts';

export interface Invited {
  name: string;
  invitation: Invitation;
}

/** Shows the link of an invitation once, because the daemon does not return it again. */
export const InvitationShown = ({ invited, onClose }: { invited: Invited; onClose: () => void }) => (
  <SecretShown secret={invited.invitation.url} copyLabel={t.copyLink} doneLabel={t.stored} onClose={onClose}>
    {t.link(invited.name, formatTime(invited.invitation.expires_at))}
  </SecretShown>
);

export const InvitationDialog = ({ invited, onClose }: { invited: Invited | null; onClose: () => void }) => (
  <SecretDialog opened={invited !== null} onClose={onClose} title={t.invitedTitle}>
    {invited && <InvitationShown invited={invited} onClose={onClose} />}
  </SecretDialog>
);
