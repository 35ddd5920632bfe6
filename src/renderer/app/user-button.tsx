import { Avatar, Text, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { ROLE_NAMES, useSession } from '../client/session.ts';
import { IconSelector } from '../components/first-icons.tsx';
import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

type UserButtonProps = UnstyledButtonProps & Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps>;

/** Shows who is signed in, and opens the account menu. */
export function UserButton({ className = '', ...props }: UserButtonProps) {
  const { name, role } = useSession().session.staff;
  return (
    <UnstyledButton className={`${classes.user} ${className}`} aria-haspopup="dialog" {...props}>
      <Avatar size={32} radius="xl" color="iris" name={name} aria-hidden />
      <div>
        <Text size="sm" fw={600} truncate>
          <VisuallyHidden component="span">{texts.shell.accountOf} </VisuallyHidden>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {ROLE_NAMES[role]}
        </Text>
      </div>
      <IconSelector size={16} />
    </UnstyledButton>
  );
}
