import { Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLastingError } from '../lib/lasting-error.ts';
import classes from './data-table.module.css';
import { ErrorState } from './states.tsx';
import { TableFoot } from './table-foot.tsx';

export interface Column<T> {
  key: string;
  header: string;
  /** The name the daemon sorts by; without it the column cannot be sorted. */
  sort?: string;
  align?: 'right';
  width?: number | string;
  /** For columns without a visible header, such as buttons. */
  hideHeader?: boolean;
  render: (row: T) => ReactNode;
}

export interface Page<T> {
  data: T[];
  page: number;
  page_size: number;
  total: number;
}

interface DataTableProps<T> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: Column<T>[];
  query: UseQueryResult<Page<T>>;
  rowKey: (row: T) => string | number;
  sort: string;
  onSort: (sort: string) => void;
  onPage: (page: number) => void;
  empty: ReactNode;
  /** Narrower windows scroll. */
  minWidth?: number;
}

/** A list of the daemon's, in all its states; its place on the page is the same in each. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, query, rowKey, sort, onSort, onPage, empty, minWidth = 720 } = props;
  const { data, isFetching, refetch } = query;
  const error = useLastingError(query);
  if (error && (!data || query.isPlaceholderData))
    return (
      <div className={`card ${classes.card}`}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  if (data && data.total === 0 && data.data.length === 0) return <div className={`card ${classes.card}`}>{empty}</div>;
  return (
    <>
      <div className={`card ${classes.card}`} data-stale={query.isPlaceholderData || undefined}>
        <Table.ScrollContainer minWidth={minWidth} scrollAreaProps={{ type: 'auto' }}>
          <Table aria-label={label} aria-busy={isFetching} className={classes.table} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {columns.map((column) => (
                  <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data ? (
                data.data.map((row) => (
                  <Table.Tr key={rowKey(row)}>
                    {columns.map(({ key, align, render }) => (
                      <Table.Td key={key} ta={align}>
                        {render(row)}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))
              ) : (
                <SkeletonRows columns={columns.length} />
              )}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </div>
      <TableFoot page={data} onPage={onPage} />
    </>
  );
}

function HeaderCell<T>({ column, sort, onSort }: { column: Column<T>; sort: string; onSort: (sort: string) => void }) {
  const { header, align, width, hideHeader } = column;
  if (!column.sort)
    return (
      <Table.Th ta={align} w={width}>
        {hideHeader ? <span className={classes.hidden}>{header}</span> : header}
      </Table.Th>
    );
  const direction = sort === column.sort ? 'ascending' : sort === `-${column.sort}` ? 'descending' : 'none';
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction];
  return (
    <Table.Th ta={align} w={width} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort}
        data-active={direction !== 'none' || undefined}
        onClick={() => onSort(direction === 'ascending' ? `-${column.sort}` : (column.sort ?? ''))}
      >
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
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
