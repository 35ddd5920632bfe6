import { Box } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Suspense, useRef } from 'react';
import { useTableLook } from '../client/table-look.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { moveInRows } from '../lib/move-in-rows.ts';
import type { Column } from './table-frame.tsx';

const TableLookMenu = lazyPart(() => import('./table-look-menu.tsx'), 'TableLookMenu');

/**
 * Returns the look of a list that its user chose, and the menu to choose it. `j` and `k` move through its rows.
 * @param name the name of the list, which stays the same in every language
 */
export function useListLook<T>(name: string, columns: readonly Column<T>[]) {
  const look = useTableLook(name);
  const place = useRef<HTMLDivElement>(null);
  useHotkeys([
    ['j', () => moveInRows(place.current, 1)],
    ['k', () => moveInRows(place.current, -1)],
  ]);
  // The first column identifies the row.
  const optional = columns.filter(({ hideHeader }, at) => at > 0 && !hideHeader);
  const isHidden = (column: Column<T>) => optional.includes(column) && look.hidden.includes(column.key);
  return {
    place,
    columns: columns.filter((column) => !isHidden(column)),
    hasLowRows: look.hasLowRows,
    menu: (
      <Suspense fallback={<Box w={96} />}>
        <TableLookMenu look={look} columns={optional} table={place} />
      </Suspense>
    ),
  };
}
