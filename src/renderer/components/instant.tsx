import { Text, Tooltip } from '@mantine/core';
import { formatDay, formatTime, formatUtc } from '../lib/format.ts';
import { useTimeZone } from '../lib/organisation.ts';
import { texts } from '../texts/texts.ts';

interface InstantProps {
  at: string;
  /** Shows the day only. */
  day?: boolean;
  /** The organisation's zone, for a day of the organisation's calendar. */
  zone?: string;
}

/** The time of an action in the viewer's zone. The tooltip shows UTC, which game servers use in their logs. */
export function Instant({ at, day = false, zone }: InstantProps) {
  return (
    <Tooltip label={zone ? `${texts.common.inZone(zone)}; ${formatUtc(at)}` : formatUtc(at)}>
      <Text component="time" dateTime={at} inherit style={{ whiteSpace: 'nowrap' }}>
        {(day ? formatDay : formatTime)(at, zone)}
      </Text>
    </Tooltip>
  );
}

/** A business date, such as the start of a campaign: always in the organisation's zone. */
export function BusinessTime({ at }: { at: string }) {
  const zone = useTimeZone();
  return zone === undefined ? <span aria-busy>…</span> : <Instant at={at} zone={zone} />;
}
