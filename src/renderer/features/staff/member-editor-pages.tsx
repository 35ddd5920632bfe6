import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { NotFound } from '../../components/not-found.tsx';
import { ErrorState } from '../../components/states.tsx';
import { ask, problemOf } from '../../lib/ask.ts';
import { notifyDone } from '../../lib/notify.ts';
import { useSession } from '../../lib/session.ts';
import { useVersionRead } from '../../lib/version-read.ts';
import { staff as t } from '../../texts/staff.ts';
import { InvitationShown } from './invitation-shown.tsx';
import { MemberForm, type MemberValues } from './member-form.tsx';
import { inWords, type Member, memberQuery } from './staff-queries.ts';

const useLeave = () => {
  const navigate = useNavigate();
  return (isSaved: boolean) => void navigate({ to: '/staff', search: true as never, ignoreBlocker: isSaved });
};

/** A dialog above the list; after the invitation is made, it shows the link. */
export function InvitePage() {
  const leave = useLeave();
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: MemberValues) => ask('createStaff', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  });
  const title = invite.data ? t.invitedTitle : t.inviteTitle;
  return (
    <Modal opened onClose={() => leave(Boolean(invite.data))} title={title} closeOnClickOutside={false}>
      {invite.data ? (
        <InvitationShown invited={invite.data} onClose={() => leave(true)} />
      ) : (
        <MemberForm
          member={null}
          error={invite.error}
          isBusy={invite.isPending}
          onSubmit={invite.mutate}
          onCancel={() => leave(false)}
        />
      )}
    </Modal>
  );
}

export function EditMemberPage() {
  const { staffId = '' } = useParams({ strict: false }) as { staffId?: string };
  const leave = useLeave();
  const query = useQuery(memberQuery(Number(staffId)));
  return (
    <Modal opened onClose={() => leave(false)} title={t.editTitle} closeOnClickOutside={false}>
      {query.data ? (
        <EditForm key={staffId} member={query.data} onLeave={leave} />
      ) : query.error && problemOf(query.error).code === 'not_found' ? (
        <NotFound title={t.missing} to="/staff" backLabel={t.back} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} aria-busy aria-label={t.loadingOne} />
      )}
    </Modal>
  );
}

function EditForm({ member, onLeave }: { member: Member; onLeave: (isSaved: boolean) => void }) {
  const queries = useQueryClient();
  const { session, entered } = useSession();
  const isOwn = session.staff.staff_id === member.staff_id;
  const [version] = useVersionRead(member, ({ name, email, role }) => [name, email, role]);
  const save = useMutation({
    mutationFn: (values: MemberValues) => {
      const { staff_id, name, email, role } = member;
      const changed = {
        ...(values.name !== name && { name: values.name }),
        ...(values.email !== email && { email: values.email }),
        ...(values.role !== role && { role: values.role }),
      };
      return ask('changeStaff', { params: { staff_id }, body: { ...changed, version } });
    },
    onSuccess: ({ name, email, role }) => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      notifyDone(t.saved(name));
      onLeave(true);
      if (isOwn) entered({ ...session, staff: { ...session.staff, name, email, role } });
    },
  });
  return (
    <MemberForm
      member={member}
      isOwn={isOwn}
      error={inWords(save.error)}
      isBusy={save.isPending}
      onSubmit={save.mutate}
      onCancel={() => onLeave(false)}
    />
  );
}
