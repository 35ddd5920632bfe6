import { type PointerEvent, useRef } from 'react';
import type { TableLook } from '../client/table-look.ts';
import { withWidth } from '../lib/column-width.ts';
import classes from './column-grip.module.css';

export interface ColumnGripProps {
  /** The column's key. */
  column: string;
  look: TableLook;
}

/** Lets the user drag the edge of a column. Keyboard users set the width in the menu of the list. */
export function ColumnGrip({ column, look }: ColumnGripProps) {
  const resize = (width: number | null) => look.setWidths(withWidth(look.widths, column, width));
  const startsAt = useRef<number | null>(null);
  const widthAt = ({ currentTarget, clientX }: PointerEvent) =>
    (currentTarget.parentElement?.offsetWidth ?? 0) + clientX - (startsAt.current ?? clientX);
  return (
    <div
      className={classes.grip}
      aria-hidden
      onPointerDown={(event) => {
        startsAt.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        if (startsAt.current !== null && event.clientX !== startsAt.current) resize(widthAt(event));
        startsAt.current = null;
      }}
      onPointerMove={(event) => {
        if (startsAt.current === null) return;
        event.currentTarget.style.setProperty('--moved', `${event.clientX - startsAt.current}px`);
      }}
      onLostPointerCapture={(event) => {
        startsAt.current = null;
        event.currentTarget.style.removeProperty('--moved');
      }}
      onDoubleClick={() => resize(null)}
    />
  );
}
