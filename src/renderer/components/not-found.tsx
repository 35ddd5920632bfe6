import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { texts } from '../texts/texts.ts';
import { IconMapOff } from './icons.tsx';
import { EmptyState } from './states.tsx';

const t = texts.common.states;

interface NotFoundProps {
  title?: string;
  /** The target of the link back. */
  to?: string;
  backLabel?: string;
}

export function NotFound({ title = t.notFound, to = '/', backLabel = t.toStart }: NotFoundProps) {
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
