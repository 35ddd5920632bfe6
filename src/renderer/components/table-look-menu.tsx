import { Menu } from '@mantine/core';
import type { RefObject } from 'react';
import { copyTable } from '../client/copy-table.ts';
import type { TableLook } from '../client/table-look.ts';
import { lists as t } from '../texts/lists.ts';
import { IconCopy } from './first-icons.tsx';
import { LookButton } from './look-button.tsx';

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
  return (
    <Menu position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <LookButton />
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
        <Menu.Item closeMenuOnClick leftSection={<IconCopy size={16} />} onClick={() => void copyTable(table.current)}>
          {t.copyRows}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
