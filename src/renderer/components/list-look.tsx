import { Box } from '@mantine/core';
import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { Suspense, useRef } from 'react';
import { useTableLook } from '../client/table-look.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { moveInRows, selectRow } from '../lib/rows.ts';
import type { Column } from './table-frame.tsx';

const TableLookMenu = lazyPart(() => import('./table-look-menu.tsx'), 'TableLookMenu');

/**
 * Returns the look of a list that its user chose, and the menu to choose it. `j` and `k` move through its rows, and `x` selects one.
 * @param name the name of the list, which stays the same in every language
 */
export function useListLook<T>(name: string, columns: readonly Column<T>[]) {
  const place = useRef<HTMLDivElement>(null);
  const keys: [string, () => void][] = [
    ['j', () => moveInRows(place.current, 1)],
    ['k', () => moveInRows(place.current, -1)],
    ['x', () => selectRow(place.current, false)],
    ['shift+X', () => selectRow(place.current, true)],
  ];
  // They work on a checkbox, too. In other fields the user types these letters.
  useHotkeys(
    keys.map(([key, act]): HotkeyItem => [key, act, { preventDefault: false }]),
    [],
  );
  // The first of these columns identifies the row.
  const [, ...optional] = columns.filter(({ hideHeader, isSelection }) => !hideHeader && !isSelection);
  const extra = optional.filter(({ isExtra }) => isExtra).map(({ key }) => key);
  const look = useTableLook(name, extra);
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
