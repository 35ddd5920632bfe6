import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { lists as t } from '../texts/lists.ts';
import { IconChevronDown } from './first-icons.tsx';

/** Opens the menu that changes how a list or a chart looks. */
export const LookButton = (props: ButtonProps & ComponentProps<'button'>) => (
  <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />} {...props}>
    {t.look}
  </Button>
);
