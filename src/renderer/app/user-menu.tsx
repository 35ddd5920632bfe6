import {
  Avatar,
  type MantineColorScheme,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { IconKey, IconLogout, IconSelector, IconServer } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { leaveGuarded } from '../components/leave-guard.tsx';
import { changeServer } from '../lib/change-server.ts';
import { ROLE_NAMES, useSession } from '../lib/session.ts';
import classes from './shell.module.css';

const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
];

export function UserMenu() {
  const { session, signOut } = useSession();
  const { name, email, role } = session.staff;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const toServers = changeServer;
  return (
    <Menu position="top-start" width={240} offset={8} closeOnItemClick>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`Account of ${name}`}>
          <Avatar size={32} radius="xl" color="iris" name={name} />
          <div>
            <Text size="sm" fw={600} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {ROLE_NAMES[role]}
            </Text>
          </div>
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          m={4}
          w="calc(100% - 8px)"
          aria-label="Colour scheme"
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => void navigate({ to: '/account' })}>
          Password and sign-in
        </Menu.Item>
        {toServers && (
          <Menu.Item leftSection={<IconServer size={16} />} onClick={() => leaveGuarded(toServers)}>
            Change server
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => leaveGuarded(() => void signOut())}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
