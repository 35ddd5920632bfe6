import { Box, Group, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatTotal } from '../lib/format.ts';
import { lists as t } from '../texts/lists.ts';
import { SaveButton } from './save-button.tsx';

export interface Page<T> {
  data: T[];
  page: number;
  page_size: number;
  total: number;
}

interface TableFootProps<T> {
  page: Page<T> | undefined;
  onPage: (page: number) => void;
  /** An element after the row numbers. */
  footExtras?: ReactNode;
  /** Saves all rows of the list. */
  onSave?: (() => Promise<void>) | undefined;
}

/** Shows the numbers of the displayed rows, and the buttons to other pages. */
export function TableFoot<T>({ page, onPage, footExtras, onSave }: TableFootProps<T>) {
  if (!page) return <Box h={52} />;
  const first = (page.page - 1) * page.page_size + 1;
  const total = formatTotal(page.total);
  const pages = Math.ceil(page.total / page.page_size);
  return (
    <Group justify="space-between" mih={52} px="xs">
      <Group gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {page.data.length === 0 ? t.nothingOnPage(total) : t.rows(first, first + page.data.length - 1, total)}
        </Text>
        {onSave && page.data.length > 0 && <SaveButton label={t.saveCsv} onSave={onSave} />}
        {footExtras}
      </Group>
      {pages > 1 && (
        <Pagination
          size="sm"
          total={pages}
          value={page.page}
          onChange={onPage}
          getControlProps={(control) => ({ 'aria-label': t.controls[control] })}
          getItemProps={(item) => ({ 'aria-label': t.page(item) })}
        />
      )}
    </Group>
  );
}
