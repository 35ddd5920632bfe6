import { formatDay, formatElsewhere, formatTime, formatUtc } from '../lib/format.ts';
import { useTimeZone } from '../lib/organisation.tsx';
import { Hint } from './hint.tsx';
import classes from './instant.module.css';

interface InstantProps {
  at: string;
  /** Shows the day only. */
  day?: boolean;
}

/**
 * A time in the viewer's zone. The organisation's time stands beside it where its clock shows another one; the tooltip
 * shows UTC, which game servers use in their logs.
 */
export function Instant({ at, day = false }: InstantProps) {
  const zone = useTimeZone();
  const elsewhere = zone === undefined ? null : formatElsewhere(at, zone, day);
  return (
    <Hint label={zone === undefined || elsewhere === null ? formatUtc(at) : `${zone}: ${elsewhere}; ${formatUtc(at)}`}>
      <time dateTime={at} className={classes.instant}>
        <span className={classes.part}>{(day ? formatDay : formatTime)(at)}</span>
        {elsewhere && <span className={`${classes.part} ${classes.elsewhere}`}>{elsewhere}</span>}
      </time>
    </Hint>
  );
}
