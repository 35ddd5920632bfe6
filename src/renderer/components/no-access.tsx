import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ROLE_NAMES, useSession } from '../lib/session.ts';
import { EmptyState } from './states.tsx';

/** Shown instead of a screen that the user's role may not use. */
export function NoAccess() {
  const { name, role } = useSession().session.staff;
  return (
    <EmptyState
      icon={<IconLock size={26} />}
      title="Your role may not use this page"
      isScreen
      action={
        <Button component={Link} to="/" variant="default">
          Go to the start
        </Button>
      }
    >
      You are signed in as {name}, {ROLE_NAMES[role]}. An owner can change roles.
    </EmptyState>
  );
}
