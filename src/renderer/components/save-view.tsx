import { Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '../../../daemon/contract/endpoint.ts';
import { ask, fieldErrors } from '../client/ask.ts';
import { notifyDone } from '../client/notify.ts';
import { ROLE_NAMES, useSession } from '../client/session.ts';
import { viewsQuery } from '../client/views.ts';
import { texts } from '../texts/texts.ts';
import { views as t } from '../texts/views.ts';
import { FormProblem } from './form-problem.tsx';

const MOST_NAME = 100;

interface SaveViewProps {
  path: string;
  query: string;
  onClose: () => void;
}

/** Asks for the name of a view, which an owner can share with a role. */
export function SaveView({ path, query, onClose }: SaveViewProps) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role | null>(null);
  const mayShare = useSession().session.staff.role === 'owner';
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => ask('createView', { body: { name: name.trim(), path, query, shared_with: role } }),
    onSuccess: (view) => {
      notifyDone(t.saved(view.name));
      void queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') mutate();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t.text}
          </Text>
          <TextInput
            label={t.name}
            data-autofocus
            maxLength={MOST_NAME}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={error ? fieldErrors(error).name : undefined}
          />
          {mayShare && (
            <Select
              label={t.share}
              description={t.shareHelp}
              placeholder={t.onlyMe}
              clearable
              data={Object.entries(ROLE_NAMES).map(([value, label]) => ({ value, label }))}
              value={role}
              onChange={(value) => setRole(value as Role | null)}
            />
          )}
          <FormProblem error={error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button type="submit" disabled={name.trim() === ''} loading={isPending}>
              {texts.common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
