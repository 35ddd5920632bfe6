import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from './states.tsx';

interface NotFoundProps {
  title?: string;
  /** The target of the link back. */
  to?: string;
  backLabel?: string;
}

export function NotFound({ title = 'There is no such page', to = '/', backLabel = 'Go to the start' }: NotFoundProps) {
  return (
    <EmptyState
      icon={<IconMapOff size={26} />}
      title={title}
      isScreen
      action={
        <Button component={Link} to={to} variant="default">
          {backLabel}
        </Button>
      }
    />
  );
}
