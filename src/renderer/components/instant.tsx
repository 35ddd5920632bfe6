import { createContext, type ReactNode, useContext } from 'react';
import { useTimeZone } from '../client/organisation.tsx';
import { formatDay, formatElsewhere, formatTime, formatUtc } from '../lib/format.ts';
import { Hint } from './hint.tsx';
import classes from './instant.module.css';

interface InstantProps {
  at: string;
  /** Shows the day only. */
  day?: boolean;
}

const IsInRow = createContext(false);

/** Around rows of a list: their times show one clock, the viewer's. */
export const OneClock = ({ children }: { children: ReactNode }) => <IsInRow value={true}>{children}</IsInRow>;

/**
 * A time in the viewer's zone. Where the organisation's clock shows another time, it is next to it; in a row of a list
 * only the tooltip has it. The tooltip adds UTC, which game servers use in their logs.
 */
export function Instant({ at, day = false }: InstantProps) {
  const zone = useTimeZone();
  const isInRow = useContext(IsInRow);
  const elsewhere = zone === undefined ? null : formatElsewhere(at, zone, day);
  return (
    <Hint label={zone === undefined || elsewhere === null ? formatUtc(at) : `${zone}: ${elsewhere}; ${formatUtc(at)}`}>
      <time dateTime={at} className={classes.instant}>
        <span className={classes.part}>{(day ? formatDay : formatTime)(at)}</span>
        {elsewhere && !isInRow && <span className={`${classes.part} ${classes.elsewhere}`}>{elsewhere}</span>}
      </time>
    </Hint>
  );
}
