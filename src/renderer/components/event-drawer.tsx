import { Stack, Text } from '@mantine/core';
import type { SdkEvent } from '../client/sdk-events.ts';
import { events as t } from '../texts/events.ts';
import { Instant } from './instant.tsx';
import { RawText } from './raw-text.tsx';
import { SideDrawer } from './side-drawer.tsx';

/** Shows one event as the daemon stores it. */
export function EventDrawer({ event, onClose }: { event: SdkEvent | null; onClose: () => void }) {
  return (
    <SideDrawer isOpen={event !== null} title={event?.event_type ?? ''} size={640} onClose={onClose}>
      {event && <Details event={event} />}
    </SideDrawer>
  );
}

function Details({ event }: { event: SdkEvent }) {
  const json = JSON.stringify(event, null, 2);
  return (
    <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">
        <bdi>{event.event_sub_type}</bdi> · <Instant at={event.created_at} />
      </Text>
      <Text size="sm" c="dimmed">
        {t.received} <Instant at={event.received_at} />
      </Text>
      <RawText title={t.json} text={json} copyLabel={t.copyJson} />
    </Stack>
  );
}
