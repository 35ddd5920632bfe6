import { ActionIcon, type MantineColor, UnstyledButton } from '@mantine/core';
import type { ButtonHTMLAttributes } from 'react';

interface RowButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  color: MantineColor;
  size?: 'sm' | 'md';
  'aria-label': string;
}

/** A subtle `ActionIcon`, built from plain elements, for lists. */
export const RowButton = ({ color, size = 'md', children, ...more }: RowButtonProps) => (
  <button
    type="button"
    {...more}
    className={`mantine-focus-auto mantine-active ${ActionIcon.classes.root} ${UnstyledButton.classes.root}`}
    data-variant="subtle"
    style={
      {
        '--ai-size': `var(--ai-size-${size})`,
        '--ai-bg': 'transparent',
        '--ai-hover': `var(--mantine-color-${color}-light-hover)`,
        '--ai-color': `var(--mantine-color-${color}-light-color)`,
      } as object
    }
  >
    <span className={ActionIcon.classes.icon}>{children}</span>
  </button>
);
