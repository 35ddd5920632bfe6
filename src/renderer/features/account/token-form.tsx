import { Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { ROLES, type Role } from '../../../../daemon/contract/endpoint.ts';
import { mayGiveToken } from '../../../../daemon/contract/may-call.ts';
import { ask } from '../../client/ask.ts';
import { useSession } from '../../client/session.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { accessTokens as t } from '../../texts/access-tokens.ts';
import { texts } from '../../texts/texts.ts';

const LASTS_DAYS = [30, 90, 365];

/** Creates an access token. @param onMade receives the token, which is shown once */
export function TokenForm({ onMade }: { onMade: (token: string) => void }) {
  const { role } = useSession().session.staff;
  const roles = ROLES.filter((one) => mayGiveToken(role, one));
  const form = useForm({
    initialValues: { name: '', role: 'viewer' as Role, days: String(LASTS_DAYS[0]) },
    validate: { name: (value) => (value.trim() === '' ? t.nameMissing : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, role, days }: typeof form.values) =>
      ask('createOwnToken', { body: { name: name.trim(), role, days: Number(days) } }),
    onSuccess: ({ token }) => {
      form.reset();
      onMade(token);
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values), focusFault)} noValidate>
      <Stack>
        <TextInput
          label={t.name}
          placeholder={t.namePlaceholder}
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t.role}
            data={roles.map((value) => ({ value, label: texts.common.roles[value] }))}
            allowDeselect={false}
            {...form.getInputProps('role')}
          />
          <Select
            label={t.ends}
            data={LASTS_DAYS.map((days) => ({ value: String(days), label: t.days(days) }))}
            allowDeselect={false}
            {...form.getInputProps('days')}
          />
        </SimpleGrid>
        <FormProblem error={create.error} />
        <Group>
          <Button type="submit" variant="default" loading={create.isPending}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
