import { Modal, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask, problemOf } from '../../client/ask.ts';
import { useEdit } from '../../client/edit.ts';
import { notifyDone } from '../../client/notify.ts';
import { ROLE_NAMES, useSession } from '../../client/session.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { describeGames } from '../../components/games.ts';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { SecretDialog } from '../../components/secret-shown.tsx';
import { ErrorState } from '../../components/states.tsx';
import { staff as t } from '../../texts/staff.ts';
import { texts } from '../../texts/texts.ts';
import { InvitationShown } from './invitation-shown.tsx';
import { MemberForm, type MemberValues } from './member-form.tsx';
import { inWords, type Member, memberQuery } from './staff-queries.ts';

const useLeave = () => {
  const navigate = useNavigate();
  return (isSaved: boolean) => void navigate({ to: '/staff', search: true, ignoreBlocker: isSaved });
};

/** Invites a person in a dialog above the list, and then shows the link. */
export function InvitePage() {
  const leave = useLeave();
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: (body: MemberValues) => ask('createStaff', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  });
  const title = invite.data ? t.invitedTitle : t.inviteTitle;
  return (
    <SecretDialog opened onClose={() => leave(Boolean(invite.data))} title={title}>
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
    </SecretDialog>
  );
}

export function EditMemberPage() {
  const { staffId } = useParams({ from: '/staff/$staffId/edit' });
  const leave = useLeave();
  const query = useQuery(memberQuery(Number(staffId)));
  return (
    <Modal opened onClose={() => leave(false)} title={t.editTitle} closeOnClickOutside={false}>
      {query.data ? (
        <EditForm key={staffId} member={query.data} onLeave={leave} />
      ) : query.error && problemOf(query.error).code === 'not_found' ? (
        <NotFound
          title={t.missing}
          back={
            <ButtonLink to="/staff" variant="default">
              {t.back}
            </ButtonLink>
          }
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} aria-busy aria-label={t.loadingOne} />
      )}
    </Modal>
  );
}

const fieldsOf = ({ name, email, role, games }: Member): MemberValues => ({
  ...{ name, email, role, games },
});

function EditForm({ member, onLeave }: { member: Member; onLeave: (isSaved: boolean) => void }) {
  const queries = useQueryClient();
  const { session, entered } = useSession();
  const isOwn = session.staff.staff_id === member.staff_id;
  const edit = useEdit({
    latest: member,
    fieldsOf,
    save: (body) => ask('changeStaff', { params: { staff_id: member.staff_id }, body }),
    onSaved: ({ name, email, role, games }) => {
      void queries.invalidateQueries({ queryKey: ['staff'] });
      notifyDone(t.saved(name));
      onLeave(true);
      if (isOwn) entered({ ...session, staff: { ...session.staff, name, email, role, games } });
    },
  });
  return (
    <>
      <MemberForm
        member={edit.filledFrom}
        isOwn={isOwn}
        error={inWords(edit.error)}
        isBusy={edit.isBusy}
        onSubmit={edit.submit}
        onCancel={() => onLeave(false)}
      />
      <ConflictDialog
        edit={edit}
        looks={{
          name: { label: t.name },
          email: { label: t.email },
          role: { label: t.role, show: (role) => ROLE_NAMES[role] },
          games: { label: texts.common.games.label, show: describeGames },
        }}
      />
    </>
  );
}
