import { createContext, type ReactNode, useContext } from 'react';
import { useTimeZone } from '../client/organisation.tsx';
import { formatDay, formatElsewhere, formatTime, formatUtc } from '../lib/format.ts';
import { Hint } from './hint.tsx';
import classes from './instant.module.css';

interface InstantProps {
  at: string;
  /** True to show only the day. */
  day?: boolean;
}

const IsInRow = createContext(false);

/** Wraps rows of a list, in which times appear only in the viewer's zone. */
export const OneClock = ({ children }: { children: ReactNode }) => <IsInRow value={true}>{children}</IsInRow>;

/**
 * Shows a time in the viewer's zone, and next to it the organisation's time if that differs. In lists, only the tooltip
 * shows the organisation's time. The tooltip also shows UTC, which game servers use in their logs.
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
