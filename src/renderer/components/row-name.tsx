import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowNameProps {
  /** The action and the row in words, such as "Open run 12"; different for each row. */
  label: string;
  title?: string;
  onOpen: () => void;
  children: ReactNode;
}

/** The name of a row that opens in place. A click anywhere on the row opens it, too. */
export const RowName = ({ label, title, onOpen, children }: RowNameProps) => (
  <Anchor
    component="button"
    type="button"
    inherit
    ta="left"
    fw={600}
    lineClamp={1}
    c="var(--mantine-color-text)"
    style={{ wordBreak: 'break-all' }}
    title={title}
    aria-label={label}
    data-opens-row
    onClick={onOpen}
  >
    {children}
  </Anchor>
);
