import { Badge, Group, Text } from '@mantine/core';
import type { StaffStatus } from '../../../../daemon/contract/words.ts';
import { ROLE_NAMES } from '../../client/session.ts';
import { describeGames } from '../../components/games.ts';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatDay } from '../../lib/format.ts';
import { staff as t } from '../../texts/staff.ts';
import type { Invited } from './invitation-shown.tsx';
import { MemberMenu } from './member-menu.tsx';
import type { Member } from './staff-queries.ts';

export const staffColumns = (ownId: number, onInvited: (invited: Invited) => void): Column<Member>[] => [
  {
    key: 'name',
    header: t.name,
    sort: 'name',
    width: '22%',
    render: (member) => <Name member={member} isOwn={member.staff_id === ownId} />,
  },
  {
    key: 'email',
    header: t.email,
    sort: 'email',
    width: '22%',
    render: ({ email }) => (
      <Text inherit lineClamp={1} title={email} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{email}</bdi>
      </Text>
    ),
  },
  { key: 'role', header: t.role, render: (member) => <RoleAndGames member={member} /> },
  { key: 'totp', header: t.totp, render: factorOf },
  { key: 'state', header: t.state, render: (member) => <State member={member} /> },
  { key: 'since', header: t.since, sort: 'created_at', render: ({ created_at }) => <Instant at={created_at} day /> },
  {
    key: 'actions',
    header: t.actions,
    hideHeader: true,
    width: 56,
    align: 'right',
    render: (member) => <MemberMenu member={member} isOwn={member.staff_id === ownId} onInvited={onInvited} />,
  },
];

const factorOf = ({ totp, has_passkey, company_account, has_password }: Member) => {
  if (company_account && !has_password) return t.companyAccount;
  return totp || has_passkey ? t.totpOn : t.totpOff;
};

function RoleAndGames({ member: { role, games } }: { member: Member }) {
  if (games === null) return ROLE_NAMES[role];
  return (
    <>
      {ROLE_NAMES[role]}
      <Text size="xs" c="dimmed" lineClamp={1} title={describeGames(games)}>
        {describeGames(games)}
      </Text>
    </>
  );
}

function Name({ member: { staff_id, name, status }, isOwn }: { member: Member; isOwn: boolean }) {
  const look = { inherit: true, lineClamp: 1, title: name, style: { overflowWrap: 'anywhere' } } as const;
  if (status === 'removed')
    return (
      <Text {...look} c="dimmed">
        <bdi>{name}</bdi>
      </Text>
    );
  return (
    <Group gap={8} wrap="nowrap">
      <TextLink
        {...look}
        to="/staff/$staffId/edit"
        params={{ staffId: String(staff_id) }}
        search={true}
        fw={600}
        c="var(--mantine-color-text)"
      >
        <bdi>{name}</bdi>
      </TextLink>
      {isOwn && (
        <Badge color="gray" miw="max-content">
          {t.you}
        </Badge>
      )}
    </Group>
  );
}

const COLOURS: Record<StaffStatus, string> = { active: 'teal', invited: 'blue', locked: 'red', removed: 'gray' };

function State({ member }: { member: Member }) {
  const note = noteOf(member, Date.now());
  return (
    <Group gap={8} wrap="nowrap">
      <Badge color={COLOURS[member.status]} miw="max-content">
        {t.states[member.status]}
      </Badge>
      {note && (
        <Text size="xs" c="dimmed" lineClamp={1} title={note}>
          {note}
        </Text>
      )}
    </Group>
  );
}

function noteOf({ status, invitation_expires_at: end }: Member, now: number): string | null {
  if (status === 'locked') return t.lockedNote;
  if (end === null || status === 'removed') return null;
  const isOver = Date.parse(end) <= now;
  if (status === 'invited') return isOver ? t.invitationOver(formatDay(end)) : t.invitedUntil(formatDay(end));
  return isOver ? null : t.newPasswordUntil(formatDay(end));
}
