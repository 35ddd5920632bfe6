import { Box } from '@mantine/core';
import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { Suspense, useRef } from 'react';
import { useTableLook } from '../client/table-look.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { moveInRows, selectRow } from '../lib/rows.ts';
import type { ColumnGripProps } from './column-grip.tsx';
import type { Column } from './table-frame.tsx';
import type { TableLookMenuProps } from './table-look-menu.tsx';

const loadParts = () => import('./table-look-parts.ts');
const TableLookMenu = lazyPart<'TableLookMenu', TableLookMenuProps>(loadParts, 'TableLookMenu');
const ColumnGrip = lazyPart<'ColumnGrip', ColumnGripProps>(loadParts, 'ColumnGrip');

/**
 * Returns the look that the user chose for a list, and the menu to change it. The keys `j` and `k` move through the
 * list's rows, and `x` selects a row.
 * @param name the name of the list, which stays the same in every language
 * @param onPage opens a page; omitted if the page size is fixed
 */
export function useListLook<T>(name: string, columns: readonly Column<T>[], onPage?: (page: number) => void) {
  const place = useRef<HTMLDivElement>(null);
  const keys: [string, () => void][] = [
    ['j', () => moveInRows(place.current, 1)],
    ['k', () => moveInRows(place.current, -1)],
    ['x', () => selectRow(place.current, false)],
    ['shift+X', () => selectRow(place.current, true)],
  ];
  // The keys also work if a checkbox has the focus. In other fields they type letters as usual.
  useHotkeys(
    keys.map(([key, act]): HotkeyItem => [key, act, { preventDefault: false }]),
    [],
  );
  // The first of these columns identifies the row. It stays first, after the checkboxes. The row's buttons stay last.
  const [first, ...optional] = columns.filter(({ hideHeader, isSelection }) => !hideHeader && !isSelection);
  const extra = optional.filter(({ isExtra }) => isExtra).map(({ key }) => key);
  const look = useTableLook(name, extra);
  const placeOf = ({ key }: Column<T>) => (look.order.includes(key) ? look.order.indexOf(key) : optional.length);
  const ordered = optional.toSorted((one, other) => placeOf(one) - placeOf(other));
  return {
    place,
    columns: [
      ...columns.filter((column) => column.isSelection || column === first),
      ...ordered.filter(({ key }) => !look.hidden.includes(key)),
      ...columns.filter(({ hideHeader }) => hideHeader),
    ],
    widths: look.widths,
    renderGrip: (key: string) => (
      <Suspense>
        <ColumnGrip column={key} look={look} />
      </Suspense>
    ),
    hasLowRows: look.hasLowRows,
    menu: (
      <Suspense fallback={<Box w={96} />}>
        <TableLookMenu look={look} columns={ordered} table={place} onPage={onPage} />
      </Suspense>
    ),
  };
}
