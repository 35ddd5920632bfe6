import { Menu, Stack, Text } from '@mantine/core';
import { ask } from '../../client/ask.ts';
import { IconKey, IconTrash } from '../../components/first-icons.tsx';
import { IconListDetails, IconPencil, IconPlayerPause, IconPlayerPlay, IconSend } from '../../components/icons.tsx';
import { MenuLink } from '../../components/menu-link.tsx';
import { DANGER, RowMenu } from '../../components/row-menu.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { texts } from '../../texts/texts.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { shortUrl, useWebhookAction, type Webhook } from './webhooks-queries.ts';

const { menu: m } = t;

interface EndpointMenuProps {
  webhook: Webhook;
  onTest: () => void;
  onRotate: () => void;
}

export function EndpointMenu({ webhook, onTest, onRotate }: EndpointMenuProps) {
  const { webhook_id, url, active, version } = webhook;
  const params = { webhook_id };
  const name = shortUrl(url);
  const turn = useWebhookAction(
    m.notChanged,
    (on: boolean) => ask('changeWebhook', { params, body: { active: on, version } }),
    (on) => (on ? m.isOn : m.isOff)(name),
  );
  const remove = useWebhookAction(
    m.notRemoved,
    () => ask('removeWebhook', { params }),
    () => m.isRemoved(name),
  );
  return (
    <RowMenu label={m.of(name)} width={200}>
      <MenuLink
        to="/webhooks/$webhookId/edit"
        params={{ webhookId: String(webhook_id) }}
        leftSection={<IconPencil size={16} />}
      >
        {texts.common.edit}
      </MenuLink>
      <MenuLink
        to="/webhooks"
        search={{ tab: 'deliveries', webhook: webhook_id }}
        leftSection={<IconListDetails size={16} />}
      >
        {m.deliveries}
      </MenuLink>
      <Menu.Item leftSection={<IconSend size={16} />} onClick={onTest}>
        {m.test}
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} />} onClick={onRotate}>
        {m.rotate}
      </Menu.Item>
      <Menu.Item
        leftSection={active ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => turn.mutate(!active)}
      >
        {active ? m.off : m.on}
      </Menu.Item>
      <Menu.Item
        color={DANGER}
        leftSection={<IconTrash size={16} />}
        onClick={async () => (await confirmRemoval(name)) && remove.mutate(undefined)}
      >
        {m.remove}
      </Menu.Item>
    </RowMenu>
  );
}

const confirmRemoval = (name: string) =>
  confirmFirst({
    title: t.removal.title,
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">{t.removal.text}</Text>
      </Stack>
    ),
    confirm: m.remove,
    cancel: t.removal.cancel,
    isDangerous: true,
  });
