import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDotsVertical } from './icons.tsx';

/** The colour of an entry that removes or ends something. */
export const DANGER = 'var(--mantine-color-error)';

interface RowMenuProps {
  label: string;
  width?: number;
  /** The `Menu.Item` elements. */
  children: ReactNode;
}

/** The actions for one row, in a menu. */
export const RowMenu = ({ label, width = 220, children }: RowMenuProps) => (
  <Menu position="bottom-end" width={width}>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={label}>
        <IconDotsVertical size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);
