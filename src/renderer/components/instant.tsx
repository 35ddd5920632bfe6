import { Text, Tooltip } from '@mantine/core';
import { formatDay, formatTime, formatUtc } from '../lib/format.ts';

interface InstantProps {
  at: string;
  /** The day alone, where the hour is noise. */
  day?: boolean;
}

/** In the viewer's zone; UTC, which the game's servers log in, in the tooltip. */
export function Instant({ at, day = false }: InstantProps) {
  return (
    <Tooltip label={formatUtc(at)}>
      <Text component="time" dateTime={at} inherit style={{ whiteSpace: 'nowrap' }}>
        {day ? formatDay(at) : formatTime(at)}
      </Text>
    </Tooltip>
  );
}
