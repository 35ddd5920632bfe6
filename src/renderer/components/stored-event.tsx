import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type EventKey, eventQuery } from '../client/sdk-events.ts';
import { events as t } from '../texts/events.ts';
import { EventDrawer } from './event-drawer.tsx';
import { SideDrawer } from './side-drawer.tsx';
import { ErrorState } from './states.tsx';

/** Loads an event and shows it. */
export function StoredEvent({ event, onClose }: { event: EventKey; onClose: () => void }) {
  const query = useQuery(eventQuery(event));
  const { data, error } = query;
  if (data) return <EventDrawer event={data} onClose={onClose} />;
  return (
    <SideDrawer isOpen title={event.event_type} size={640} onClose={onClose}>
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : data === null ? (
        <Text size="sm">{t.removed}</Text>
      ) : (
        <Skeleton h={240} aria-busy aria-label={t.loading} />
      )}
    </SideDrawer>
  );
}
