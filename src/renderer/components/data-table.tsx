import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLastingError } from '../lib/lasting-error.ts';
import classes from './data-table.module.css';
import { useListLook } from './list-look.tsx';
import { ErrorState } from './states.tsx';
import { type Page, TableFoot } from './table-foot.tsx';
import { type Column, TableFrame } from './table-frame.tsx';

export type { Column } from './table-frame.tsx';

interface DataTableProps<T> {
  /** The name of the list, under which the Portal remembers its columns. */
  name: string;
  /** The name of the table for screen readers. */
  label: string;
  columns: Column<T>[];
  query: UseQueryResult<Page<T>>;
  rowKey: (row: T) => string | number;
  /** The current sort. If it is missing, users cannot sort the list. */
  sort?: string;
  onSort?: (sort: string) => void;
  onPage: (page: number) => void;
  /** True if the person cannot choose how many rows a page has. */
  hasFixedPages?: boolean;
  /** Saves all rows of the list. */
  onSave?: () => Promise<void>;
  empty: ReactNode;
  /** The width in pixels below which the table scrolls. */
  minWidth?: number;
  /** Renders the element that replaces the page buttons. It receives the menu of the list. */
  foot?: (menu: ReactNode) => ReactNode;
}

/** Shows a paged list. All its states take up the same space on the page. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { name, columns, query, onPage, hasFixedPages = false, onSave, empty, foot, ...table } = props;
  const { data, isFetching, refetch } = query;
  const error = useLastingError(query);
  const { menu, ...look } = useListLook(name, columns, hasFixedPages ? undefined : onPage);
  if (error && (!data || query.isPlaceholderData))
    return (
      <div className={`card ${classes.card}`}>
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  if (data && data.total === 0 && data.data.length === 0) return <div className={`card ${classes.card}`}>{empty}</div>;
  return (
    <>
      <TableFrame
        {...table}
        {...look}
        isSticky
        rows={data?.data}
        isBusy={isFetching}
        isStale={query.isPlaceholderData}
      />
      {foot ? foot(menu) : <TableFoot page={data} onPage={onPage} onSave={onSave} footExtras={menu} />}
    </>
  );
}
