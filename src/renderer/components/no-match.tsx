import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './states.tsx';

interface NoMatchProps {
  icon: ReactNode;
  title: string;
  /** The text of the button that removes all filters. */
  clear: string;
  onClear: () => void;
  children?: ReactNode;
}

/** Replaces a list in which no row matches the filters. */
export const NoMatch = ({ icon, title, clear, onClear, children }: NoMatchProps) => (
  <EmptyState
    icon={icon}
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {children}
  </EmptyState>
);
