import { Box, Group, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLastingError } from '../lib/lasting-error.ts';
import { lists as t } from '../texts/lists.ts';
import classes from './data-table.module.css';
import { IconListSearch } from './icons.tsx';
import { useListLook } from './list-look.tsx';
import { SaveButton } from './save-button.tsx';
import { ShowMoreButton } from './show-more-button.tsx';
import { EmptyState, ErrorState } from './states.tsx';
import { type Column, TableFrame } from './table-frame.tsx';

interface KeysetPage<T> {
  data: T[];
  next_cursor: string | null;
}

interface KeysetTableProps<T> {
  /** The name of the list, under which the Portal remembers its columns. */
  name: string;
  /** The name of the table for screen readers. */
  label: string;
  columns: Column<T>[];
  query: UseInfiniteQueryResult<InfiniteData<KeysetPage<T>>>;
  rowKey: (row: T) => string | number;
  /** Saves all rows of the list. */
  onSave: () => Promise<void>;
  empty: ReactNode;
  /** The width in pixels below which the table scrolls. */
  minWidth?: number;
}

/** Appears if the daemon has read its maximum number of rows for a page and none match the filters. */
const LookFurther = ({ query }: { query: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'fetchNextPage'> }) => (
  <EmptyState icon={<IconListSearch size={26} />} title={t.noneYet} action={<ShowMoreButton query={query} />}>
    {t.showMoreHint}
  </EmptyState>
);

/** A list that loads more rows at its end when the user requests them. */
export function KeysetTable<T>({ name, columns, query, onSave, empty, ...table }: KeysetTableProps<T>) {
  const { data, isFetching, isPlaceholderData } = query;
  const error = useLastingError(query);
  const { menu, ...look } = useListLook(name, columns);
  const rows = data?.pages.flatMap((page) => page.data);
  if (error && (!rows || isPlaceholderData))
    return (
      <div className={`card ${classes.card}`}>
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={isFetching} />
      </div>
    );
  if (rows?.length === 0)
    return <div className={`card ${classes.card}`}>{query.hasNextPage ? <LookFurther query={query} /> : empty}</div>;
  return (
    <>
      <TableFrame {...table} {...look} isSticky rows={rows} isBusy={isFetching} isStale={isPlaceholderData} />
      {rows ? (
        <Group justify="space-between" mih={52} px="xs">
          <Group gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {query.hasNextPage ? t.newest(rows.length) : t.all(rows.length)}
            </Text>
            <SaveButton label={t.saveCsv} onSave={onSave} />
            {menu}
          </Group>
          {query.hasNextPage && <ShowMoreButton query={query} size="xs" />}
        </Group>
      ) : (
        <Box h={52} />
      )}
    </>
  );
}
