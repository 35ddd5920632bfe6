import { Menu, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '../../components/icons.tsx';
import { DANGER, RowMenu } from '../../components/row-menu.tsx';
import { ask } from '../../lib/ask.ts';
import { confirmFirst } from '../../lib/confirm.ts';
import { shortUrl, useWebhookAction, type Webhook } from '../../lib/webhooks.ts';
import { texts } from '../../texts/texts.ts';
import { webhooks as t } from '../../texts/webhooks.ts';

const { menu: m } = t;

interface EndpointMenuProps {
  webhook: Webhook;
  onTest: () => void;
  onRotate: () => void;
}

/** The actions for an endpoint. */
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
      <Menu.Item component={Link} to={`/webhooks/${webhook_id}/edit`} leftSection={<IconPencil size={16} />}>
        {texts.common.edit}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/webhooks"
        search={{ tab: 'deliveries', webhook: webhook_id } as never}
        leftSection={<IconListDetails size={16} />}
      >
        {m.deliveries}
      </Menu.Item>
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
    cancel: t.removal.keep,
    isDangerous: true,
  });
