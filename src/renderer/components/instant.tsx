import { Text, Tooltip } from '@mantine/core';
import { formatDay, formatTime, formatUtc } from '../lib/format.ts';
import { useTimeZone } from '../lib/organisation.ts';

interface InstantProps {
  at: string;
  /** The day alone, where the hour is noise. */
  day?: boolean;
  /** Where it belongs to the organisation's calendar: in this zone. */
  zone?: string;
}

/** When something was done, in the viewer's zone; UTC, which the game's servers log in, in the tooltip. */
export function Instant({ at, day = false, zone }: InstantProps) {
  return (
    <Tooltip label={zone ? `In ${zone}; ${formatUtc(at)}` : formatUtc(at)}>
      <Text component="time" dateTime={at} inherit style={{ whiteSpace: 'nowrap' }}>
        {(day ? formatDay : formatTime)(at, zone)}
      </Text>
    </Tooltip>
  );
}

/** A date of business, such as the start of a campaign: in the organisation's zone, wherever one looks from. */
export function BusinessTime({ at }: { at: string }) {
  const zone = useTimeZone();
  return zone === undefined ? <span aria-busy>…</span> : <Instant at={at} zone={zone} />;
}
