import { ActionIcon, Menu, Stack, Text } from '@mantine/core';
import {
  IconDotsVertical,
  IconKey,
  IconListDetails,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ask } from '../../lib/ask.ts';
import { confirmFirst } from '../../lib/confirm.ts';
import { shortUrl, useWebhookAction, type Webhook } from '../../lib/webhooks.ts';

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
    'The endpoint did not change',
    (on: boolean) => ask('changeWebhook', { params, body: { active: on, version } }),
    (on) => `${name} is ${on ? 'on' : 'off'}.`,
  );
  const remove = useWebhookAction(
    'The endpoint was not removed',
    () => ask('removeWebhook', { params }),
    () => `${name} is removed.`,
  );
  return (
    <Menu position="bottom-end" width={200} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component={Link}
          to={`/webhooks/${webhook_id}/edit`}
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </Menu.Item>
        <Menu.Item
          component={Link}
          to="/webhooks"
          search={{ tab: 'deliveries', webhook: webhook_id } as never}
          leftSection={<IconListDetails size={16} aria-hidden />}
        >
          See its deliveries
        </Menu.Item>
        <Menu.Item leftSection={<IconSend size={16} aria-hidden />} onClick={onTest}>
          Send a test
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} aria-hidden />} onClick={onRotate}>
          Rotate the secret
        </Menu.Item>
        <Menu.Item
          leftSection={active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
          onClick={() => turn.mutate(!active)}
        >
          {active ? 'Turn off' : 'Turn on'}
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={async () => (await confirmRemoval(name)) && remove.mutate(undefined)}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const confirmRemoval = (name: string) =>
  confirmFirst({
    title: 'Remove this endpoint?',
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="sm">
          It gets no more messages, not even those that wait for it now, and its secret is deleted. Earlier deliveries
          stay in the list.
        </Text>
      </Stack>
    ),
    confirm: 'Remove',
    cancel: 'Keep it',
    isDangerous: true,
  });
