import { Badge, Group, Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { Instant } from '../../components/instant.tsx';
import { TextLink } from '../../components/links.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { formatTime } from '../../lib/format.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { EndpointMenu } from './endpoint-menu.tsx';
import { shortUrl, stateOf, type Webhook, type WebhookState } from './webhooks-queries.ts';

interface Actions {
  onTest: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
}

export const endpointColumns = ({ onTest, onRotate }: Actions): Column<Webhook>[] => [
  {
    key: 'url',
    header: t.address,
    render: ({ url, webhook_id }) => (
      <TextLink
        to="/webhooks/$webhookId/edit"
        params={{ webhookId: String(webhook_id) }}
        inherit
        fw={600}
        c="var(--mantine-color-text)"
        lineClamp={1}
        title={url}
        style={{ wordBreak: 'break-all' }}
      >
        {shortUrl(url)}
      </TextLink>
    ),
  },
  { key: 'events', header: t.eventTypes, render: (webhook) => <Events webhook={webhook} /> },
  { key: 'state', header: t.state, width: '19%', render: (webhook) => <State webhook={webhook} /> },
  { key: 'created', header: t.created, render: ({ created_at }) => <Instant at={created_at} day /> },
  {
    key: 'actions',
    header: t.actions,
    hideHeader: true,
    width: 56,
    align: 'right',
    render: (webhook) => (
      <EndpointMenu webhook={webhook} onTest={() => onTest(webhook)} onRotate={() => onRotate(webhook)} />
    ),
  },
];

const SHOWN_EVENTS = 2;

const Events = ({ webhook: { events } }: { webhook: Webhook }) => (
  <Group gap={6} wrap="nowrap">
    {events.slice(0, SHOWN_EVENTS).map((event) => (
      <Hint key={event} label={t.events[event]}>
        <Badge color="gray" fw={500} miw="max-content">
          {event}
        </Badge>
      </Hint>
    ))}
    {events.length > SHOWN_EVENTS && (
      <Hint label={events.slice(SHOWN_EVENTS).join(', ')} multiline maw={280}>
        <Badge color="gray" fw={500} miw="max-content">
          +{events.length - SHOWN_EVENTS}
        </Badge>
      </Hint>
    )}
  </Group>
);

const COLOURS: Record<WebhookState, string> = {
  active: 'teal',
  failing: 'orange',
  paused: 'yellow',
  off: 'gray',
  switched_off: 'red',
};

function State({ webhook }: { webhook: Webhook }) {
  const state = stateOf(webhook, Date.now());
  const note = noteOf(webhook, state);
  return (
    <Group gap={8} wrap="nowrap">
      <Badge color={COLOURS[state]} miw="max-content">
        {t.states[state]}
      </Badge>
      {note && (
        <Text c="dimmed" fz={11} lh="14px" lineClamp={2} title={note}>
          {note}
        </Text>
      )}
      {webhook.old_secret_until && Date.parse(webhook.old_secret_until) > Date.now() && (
        <Text size="xs" c="dimmed" lineClamp={1} title={t.twoSecrets(formatTime(webhook.old_secret_until))}>
          {t.twoSecrets(formatTime(webhook.old_secret_until))}
        </Text>
      )}
    </Group>
  );
}

function noteOf({ disabled_reason, failures, paused_until }: Webhook, state: WebhookState): string | null {
  const failed = t.failedRounds(failures);
  if (state === 'switched_off') return t.switchedOff[disabled_reason ?? ''] ?? disabled_reason;
  if (state === 'paused' && paused_until) return t.againAt(failed, formatTime(paused_until));
  return state === 'failing' ? failed : null;
}
