import { Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { IconTrash } from '../../components/first-icons.tsx';
import { IconLink, IconLockOpen, IconPencil, IconShieldOff } from '../../components/icons.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import { DANGER, RowMenu } from '../../components/row-menu.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { staff as t } from '../../texts/staff.ts';
import { texts } from '../../texts/texts.ts';
import type { Invited } from './invitation-shown.tsx';
import { inWords, type Member } from './staff-queries.ts';

interface MemberMenuProps {
  member: Member;
  /** True if the member is the signed-in user. */
  isOwn: boolean;
  onInvited: (invited: Invited) => void;
}

type Step = { reinvite: true } | { reset_totp: true } | { unlock: true };

/** Runs an action on a member of staff. Then the list reloads, whether the action succeeded or not. */
function useAction<T>(act: () => Promise<T>, onDone: (answer: T) => void, problem: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: onDone,
    onError: (error) => notifyProblem(problem, inWords(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  });
}

function useActions({ member, onInvited }: MemberMenuProps) {
  const { staff_id, name, version } = member;
  const params = { staff_id };
  const step = (body: Step) => ask('changeStaff', { params, body: { ...body, version } });
  return {
    reinvite: useAction(
      () => step({ reinvite: true }),
      ({ invitation }) => invitation && onInvited({ name, invitation }),
      t.noNewLink,
    ),
    unlock: useAction(
      () => step({ unlock: true }),
      () => notifyDone(t.unlocked(name)),
      t.notUnlocked,
    ),
    resetTotp: useAction(
      () => step({ reset_totp: true }),
      () => notifyDone(t.resetTotpDone(name)),
      t.notReset,
    ),
    remove: useAction(
      () => ask('removeStaff', { params, body: { version } }),
      () => notifyDone(t.removed(name)),
      t.notRemoved,
    ),
  };
}

/** The actions for a member of staff. A removed member has none, but can be invited again by email address. */
export function MemberMenu(props: MemberMenuProps) {
  const { member, isOwn } = props;
  const { reinvite, unlock, resetTotp, remove } = useActions(props);
  if (member.status === 'removed') return null;
  const linkText = member.status === 'invited' ? t.newLinkText : t.newPasswordText;
  return (
    <RowMenu label={texts.common.actionsFor(member.name)} width={230}>
      <MenuLink
        to="/staff/$staffId/edit"
        params={{ staffId: String(member.staff_id) }}
        search={true}
        leftSection={<IconPencil size={16} />}
      >
        {texts.common.edit}
      </MenuLink>
      <Menu.Item
        leftSection={<IconLink size={16} />}
        onClick={async () =>
          (await confirmed(member, t.newLinkTitle, [linkText], t.newLinkButton, false)) && reinvite.mutate()
        }
      >
        {t.newLink}
      </Menu.Item>
      {member.status === 'locked' && (
        <Menu.Item leftSection={<IconLockOpen size={16} />} onClick={() => unlock.mutate()}>
          {t.unlock}
        </Menu.Item>
      )}
      {(member.totp || member.has_passkey) && (
        <Menu.Item
          leftSection={<IconShieldOff size={16} />}
          onClick={async () =>
            (await confirmed(member, t.resetTotpTitle, [t.resetTotpText], t.resetTotp, true)) && resetTotp.mutate()
          }
        >
          {t.resetTotp}
        </Menu.Item>
      )}
      <Menu.Item
        color={DANGER}
        leftSection={<IconTrash size={16} />}
        onClick={async () => {
          const lines = [t.removeText, ...(isOwn ? [t.removeSelf] : [])];
          if (await confirmed(member, t.removeTitle, lines, t.remove, true)) remove.mutate();
        }}
      >
        {t.remove}
      </Menu.Item>
    </RowMenu>
  );
}

const confirmed = (
  { name, email }: Member,
  title: string,
  lines: readonly string[],
  confirm: string,
  isDangerous: boolean,
) =>
  confirmFirst({
    title,
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi> · <bdi>{email}</bdi>
        </Text>
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
    ),
    confirm,
    cancel: texts.common.cancel,
    isDangerous,
  });
