import { Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ROLES, type Role } from '../../../../daemon/contract/endpoint.ts';
import { fieldErrors } from '../../client/ask.ts';
import { ROLE_NAMES } from '../../client/session.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { gamesFault, toGames } from '../../components/games.ts';
import { GamesInput } from '../../components/games-input.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { staff as t } from '../../texts/staff.ts';
import { texts } from '../../texts/texts.ts';
import type { Member } from './staff-queries.ts';

export interface MemberValues {
  name: string;
  email: string;
  role: Role;
  games: string[] | null;
}

interface MemberFormProps {
  /** Null for an invitation. */
  member: Member | null;
  /** True if the user is editing their own account. */
  isOwn?: boolean;
  error: unknown;
  isBusy: boolean;
  onSubmit: (values: MemberValues) => void;
  onCancel: () => void;
}

export function MemberForm({ member, isOwn = false, error, isBusy, onSubmit, onCancel }: MemberFormProps) {
  const form = useForm({
    initialValues: {
      ...{ name: member?.name ?? '', email: member?.email ?? '' },
      ...{ role: member?.role ?? ('viewer' as Role), games: member?.games ?? [] },
    },
    validate: {
      name: (name) => (name.trim() === '' ? t.nameMissing : null),
      games: (games) => gamesFault(games),
      email: (email) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : t.emailWrong),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const submit = form.onSubmit(
    ({ name, email, role, games }) => onSubmit({ name: name.trim(), email: email.trim(), role, games: toGames(games) }),
    focusFault,
  );
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput
          label={t.name}
          autoComplete="off"
          maxLength={200}
          autoFocus
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <TextInput
          label={t.email}
          description={t.emailNote}
          type="email"
          autoComplete="off"
          maxLength={320}
          {...form.getInputProps('email')}
          error={form.errors.email ?? refused.email}
        />
        <Radio.Group
          label={t.role}
          description={member?.role_from_groups ? t.roleFromGroups : member ? t.roleAtOnce : undefined}
          {...form.getInputProps('role')}
          onChange={(role) => form.setFieldValue('role', role as Role)}
        >
          <Stack gap={10} mt={8}>
            {ROLES.map((role) => (
              <Radio
                key={role}
                value={role}
                label={ROLE_NAMES[role]}
                description={t.roleNotes[role]}
                disabled={member?.role_from_groups}
              />
            ))}
          </Stack>
        </Radio.Group>
        <GamesInput
          label={texts.common.games.label}
          description={t.gamesNote}
          {...form.getInputProps('games')}
          error={form.errors.games ?? refused.games}
        />
        {isOwn && form.values.role !== member?.role && (
          <Text size="sm" c="red" role="status">
            {t.ownRole}
          </Text>
        )}
        <FormFoot
          label={member ? texts.common.save : t.inviteButton}
          error={error}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
