import {
  Button,
  Divider,
  type MantineColorScheme,
  Popover,
  SegmentedControl,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { changeServer } from '../client/change-server.ts';
import { useSession } from '../client/session.ts';
import { IconKey } from '../components/first-icons.tsx';
import { IconKeyboard, IconLogout, IconServer } from '../components/icons.tsx';
import { leaveGuarded } from '../components/leave-guard.tsx';
import { showShortcuts } from '../lib/shortcuts.ts';
import { LANGUAGES, type Language, language } from '../texts/language.ts';
import { texts } from '../texts/texts.ts';
import { changeLanguage } from './change-language.ts';
import { UserButton } from './user-button.tsx';

const t = texts.shell;
const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: t.schemes.light },
  { value: 'dark', label: t.schemes.dark },
  { value: 'auto', label: t.schemes.auto },
];
const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The menu's width and position fit the sidebar. */
const MENU = { position: 'top-start', width: 224, offset: { mainAxis: 8, crossAxis: -8 } } as const;
const CHOICE = { fullWidth: true, size: 'xs', m: 4, w: 'calc(100% - 8px)' } as const;
const ITEM = { variant: 'subtle', color: 'gray', fullWidth: true, justify: 'flex-start', px: 4, fw: 500 } as const;

/** Renders the account menu. It is initially open, because it loads when the user first opens it. */
export function UserMenu() {
  const { session, signOut } = useSession();
  const [isOpen, setOpen] = useState(true);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const toServers = changeServer;
  const item = (label: string, Icon: typeof IconKey, act: () => unknown) => (
    <Button
      {...ITEM}
      leftSection={<Icon size={16} />}
      onClick={() => {
        setOpen(false);
        void act();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Popover {...MENU} opened={isOpen} onChange={setOpen} trapFocus returnFocus>
      <Popover.Target>
        <UserButton onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Text size="xs" c="dimmed" p={6} truncate>
          {session.staff.email}
        </Text>
        <SegmentedControl
          {...CHOICE}
          aria-label={t.scheme}
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        />
        <SegmentedControl
          {...CHOICE}
          aria-label={t.language}
          data={LANGUAGE_CHOICES}
          value={language}
          onChange={(value) => void leaveGuarded(() => changeLanguage(value as Language))}
        />
        <Divider my={6} />
        {item(t.password, IconKey, () => navigate({ to: '/account' }))}
        {item(t.shortcuts, IconKeyboard, showShortcuts)}
        {toServers && item(t.changeServer, IconServer, () => leaveGuarded(toServers))}
        {item(t.signOut, IconLogout, () => leaveGuarded(signOut))}
      </Popover.Dropdown>
    </Popover>
  );
}
