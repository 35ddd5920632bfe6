import { Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import type { ColumnWidths } from '../lib/column-width.ts';
import classes from './data-table.module.css';
import { IconArrowsSort } from './first-icons.tsx';
import { IconArrowDown, IconArrowUp } from './icons.tsx';
import { OneClock } from './instant.tsx';
import { openRow } from './open-row.ts';

export interface Column<T> {
  key: string;
  header: string;
  /** The column's name in the daemon's `sort`. If it is missing, users cannot sort by the column. */
  sort?: string;
  align?: 'right';
  width?: number | string;
  /** True for the buttons of a row: the header is hidden, and the column stays visible while the others scroll. */
  hideHeader?: boolean;
  /** True if the column is hidden until the user chooses it. */
  isExtra?: boolean;
  /** True for the checkboxes that select rows. */
  isSelection?: boolean;
  /** Renders the header if it is more than text. */
  renderHeader?: () => ReactNode;
  render: (row: T) => ReactNode;
}

interface TableFrameProps<T> {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  /** Undefined while the rows load. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string | number;
  sort?: string;
  onSort?: (sort: string) => void;
  isBusy?: boolean;
  /** True while the rows belong to an earlier request. */
  isStale?: boolean;
  /** The width in pixels below which the table scrolls. */
  minWidth?: number;
  /** True for the list of a screen: its headers stay visible while the page scrolls. */
  isSticky?: boolean;
  /** True if rows have no links and buttons: the keyboard can then focus the table itself to scroll it. */
  isPlain?: boolean;
  hasLowRows?: boolean;
  /** The widths in pixels that the person chose, by the columns' keys. */
  widths?: ColumnWidths;
  /** Renders the control that changes the width of a column. */
  renderGrip?: (key: string) => ReactNode;
  /** Receives the element that contains the table. */
  place?: RefObject<HTMLDivElement | null>;
}

// Plain elements that look like `Table.Tr` and `Table.Td`, because a list has two hundred of them.
const STAYING_CELL = `${Table.classes.td} stays`;
const SELECTION_CELL = `${Table.classes.td} selects`;
const SCROLL = { root: classes.scroll ?? '', viewport: classes.scroll ?? '' };
const ROW = `${Table.classes.tr} ${classes.row}`;

/** Shows rows with headers on a card, and grey bars while the rows load. */
export function TableFrame<T>(props: TableFrameProps<T>) {
  const { label, columns, rows, rowKey, sort = '', onSort = () => {}, isBusy = false, minWidth = 720 } = props;
  const cells = columns.map((column) => cellOf(column, props.widths?.[column.key]));
  return (
    <div
      className={`card ${classes.card}`}
      data-stale={props.isStale || undefined}
      data-sticky={props.isSticky || undefined}
      data-low-rows={props.hasLowRows || undefined}
      ref={props.place}
    >
      <Table.ScrollContainer
        minWidth={minWidth}
        scrollAreaProps={{ type: 'auto', classNames: SCROLL, ...(props.isPlain && { viewportProps: { tabIndex: 0 } }) }}
      >
        <Table
          aria-label={label}
          aria-busy={isBusy}
          className={classes.table}
          horizontalSpacing="sm"
          data-lines={1}
          highlightOnHover
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map((column, at) => (
                <HeaderCell
                  key={column.key}
                  column={column}
                  cell={cells[at]}
                  grip={props.renderGrip?.(column.key)}
                  sort={sort}
                  onSort={onSort}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows ? (
              <OneClock>
                {rows.map((row) => (
                  <tr key={rowKey(row)} className={ROW} data-with-row-border data-hover onClick={openRow}>
                    {columns.map((column, at) => (
                      <td key={column.key} className={classOf(column)} {...cells[at]}>
                        {column.render(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </OneClock>
            ) : (
              <SkeletonRows columns={columns.length} />
            )}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}

/** Returns the attributes of a column's cells. The CSS applies the width, because cards on a phone have none. */
const cellOf = <T,>({ header, align }: Column<T>, width: number | undefined) => ({
  'data-label': header,
  'data-sized': width && true,
  style: { textAlign: align, '--column': width && `${width}px` } as CSSProperties,
});

function classOf<T>({ hideHeader, isSelection }: Column<T>) {
  if (isSelection) return SELECTION_CELL;
  return hideHeader ? STAYING_CELL : Table.classes.td;
}

interface HeaderCellProps<T> {
  column: Column<T>;
  /** The attributes of the column's cells. */
  cell: ReturnType<typeof cellOf> | undefined;
  grip: ReactNode;
  sort: string;
  onSort: (sort: string) => void;
}

function HeaderCell<T>({ column, cell, grip, sort, onSort }: HeaderCellProps<T>) {
  const { header, hideHeader, renderHeader } = column;
  if (renderHeader) return <Table.Th className="selects">{renderHeader()}</Table.Th>;
  const head = { ...cell, w: cell?.['data-sized'] ? undefined : column.width };
  if (!column.sort)
    return (
      <Table.Th {...head} className={hideHeader ? 'stays' : undefined}>
        {hideHeader ? <VisuallyHidden>{header}</VisuallyHidden> : header}
        {!hideHeader && grip}
      </Table.Th>
    );
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <Table.Th {...head} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort}
        data-active={direction !== 'none' || undefined}
        onClick={() => onSort(direction === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}
      >
        {header}
        <Icon size={14} />
      </UnstyledButton>
      {grip}
    </Table.Th>
  );
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function SkeletonRows({ columns }: { columns: number }) {
  return SKELETON_ROWS.map((row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columns}>
        <Skeleton height={14} my={4} radius="sm" />
      </Table.Td>
    </Table.Tr>
  ));
}
