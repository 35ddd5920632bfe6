import { Button, Menu } from '@mantine/core';
import type { RefObject } from 'react';
import { notifyDone } from '../client/notify.ts';
import type { TableLook } from '../client/table-look.ts';
import { safeCell } from '../lib/safe-cell.ts';
import { lists as t } from '../texts/lists.ts';
import { IconChevronDown, IconCopy } from './icons.tsx';

export interface TableLookMenuProps {
  look: TableLook;
  /** The columns that can be hidden. */
  columns: readonly { key: string; header: string }[];
  /** The element that contains the table. */
  table: RefObject<HTMLElement | null>;
}

/** Chooses the columns and the height of a list's rows, and copies its rows. */
export function TableLookMenu({ look, columns, table }: TableLookMenuProps) {
  const toggle = (key: string) =>
    look.setHidden(look.hidden.includes(key) ? look.hidden.filter((name) => name !== key) : [...look.hidden, key]);
  const copy = async () => {
    const rows = cellsOf(table.current).map((cells) => cells.map(safeCell));
    await navigator.clipboard.writeText(rows.map((cells) => cells.join('\t')).join('\n'));
    notifyDone(t.copied(rows.length - 1));
  };
  return (
    <Menu position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />}>
          {t.look}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.columns}</Menu.Label>
        {columns.map(({ key, header }) => (
          <Menu.CheckboxItem key={key} checked={!look.hidden.includes(key)} onChange={() => toggle(key)}>
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.CheckboxItem checked={look.hasLowRows} onChange={look.setLowRows}>
          {t.lowRows}
        </Menu.CheckboxItem>
        <Menu.Item closeMenuOnClick leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {t.copyRows}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the visible texts of a table, headers first, without the buttons and checkboxes of rows. */
function cellsOf(place: HTMLElement | null): string[][] {
  const rows = [...(place?.querySelectorAll('tr') ?? [])];
  const cellsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(':is(th,td):not(.stays,.selects)')];
  // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would join the words of neighbouring elements
  return rows.map((row) => cellsIn(row).map((cell) => cell.innerText));
}
