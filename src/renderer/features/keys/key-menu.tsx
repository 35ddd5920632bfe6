import { ActionIcon, Menu, Stack, Text } from '@mantine/core';
import { IconBan, IconDotsVertical, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../lib/ask.ts';
import { confirmFirst } from '../../lib/confirm.ts';
import { formatRelative } from '../../lib/format.ts';
import { notifyDone, notifyProblem } from '../../lib/notify.ts';
import { keys as t } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { type ApiKey, stateOf } from './keys-queries.ts';

/** The actions for a key; a revoked one has none. */
export function KeyMenu({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const { key_id, name, version } = apiKey;
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => ask('revokeApiKey', { params: { key_id }, body: { version } }),
    onSuccess: () => notifyDone(t.revoked(name)),
    onError: (error) => notifyProblem(t.notRevoked, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
  const state = stateOf(apiKey, Date.now());
  if (state === 'revoked') return null;
  return (
    <Menu position="bottom-end" width={190} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.common.actionsFor(name)}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/api-keys/${key_id}/edit`}
          search={true as never}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {texts.common.edit}
        </Menu.Item>
        {state === 'active' && (
          <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRotate}>
            {t.rotate}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconBan size={16} aria-hidden />}
          onClick={async () => (await confirmRevocation(apiKey)) && revoke.mutate()}
        >
          {t.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const confirmRevocation = ({ name, last_used_at }: ApiKey) =>
  confirmFirst({
    title: t.revokeTitle,
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Text>
        <Text size="sm">{t.revokeText}</Text>
        <Text size="sm">{last_used_at ? t.revokeUsed(formatRelative(last_used_at, Date.now())) : t.revokeUnused}</Text>
      </Stack>
    ),
    confirm: t.revoke,
    cancel: t.keep,
    isDangerous: true,
  });
