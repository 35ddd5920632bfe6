import { Menu, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { IconRefresh } from '../../components/first-icons.tsx';
import { IconBan, IconPencil } from '../../components/icons.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import { DANGER, RowMenu } from '../../components/row-menu.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { formatRelative } from '../../lib/format.ts';
import { keys as t } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { type ApiKey, stateOf } from './keys-queries.ts';

/** The actions for a key; a revoked key has none. */
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
    <RowMenu label={texts.common.actionsFor(name)} width={190}>
      <MenuLink
        to="/api-keys/$keyId/edit"
        params={{ keyId: String(key_id) }}
        search={true}
        leftSection={<IconPencil size={16} />}
      >
        {texts.common.edit}
      </MenuLink>
      {state === 'active' && (
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRotate}>
          {t.rotate}
        </Menu.Item>
      )}
      <Menu.Item
        color={DANGER}
        leftSection={<IconBan size={16} />}
        onClick={async () => (await confirmRevocation(apiKey)) && revoke.mutate()}
      >
        {t.revoke}
      </Menu.Item>
    </RowMenu>
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
    cancel: t.cancel,
    isDangerous: true,
  });
