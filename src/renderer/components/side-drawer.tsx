import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

interface SideDrawerProps {
  isOpen: boolean;
  title: string;
  size: number;
  onClose: () => void;
  children: ReactNode;
}

/** Shows the details of one row next to its list. */
export const SideDrawer = ({ isOpen, title, size, onClose, children }: SideDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    position="right"
    size={size}
    padding="lg"
    title={title}
    closeButtonProps={{ 'aria-label': texts.common.close }}
    styles={{ title: { fontWeight: 650, fontSize: 'var(--mantine-font-size-lg)' } }}
  >
    {children}
  </Drawer>
);
