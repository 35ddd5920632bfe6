import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { formatTime } from '../../lib/format.ts';
import { events } from '../../texts/events.ts';
import type { CountState } from './use-figure.ts';

const t = events.counting;

/** Shows the progress of a long count, with a way to stop it. */
export function CountNote({ count }: { count: CountState | undefined }) {
  if (!count || count.state === 'done') return null;
  const { state, counted, stop, again } = count;
  const { events_read: read = 0, events: all = 0 } = counted.report ?? {};
  const isRunning = state === 'running';
  return (
    <Stack gap={6} mb="md" className="card" p="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {isRunning ? t.running(read, all) : t[state]} {counted.counted_at && t.asOf(formatTime(counted.counted_at))}
        </Text>
        <Button size="compact-sm" variant="default" onClick={isRunning ? stop : again}>
          {isRunning ? t.stop : t.again}
        </Button>
      </Group>
      {isRunning && <Progress value={all === 0 ? 0 : (100 * read) / all} aria-label={t.label} animated />}
    </Stack>
  );
}
