import { type MantineColorScheme, Menu, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconKey, IconLogout, IconServer } from '../components/icons.tsx';
import { leaveGuarded } from '../components/leave-guard.tsx';
import { changeLanguage } from '../lib/change-language.ts';
import { changeServer } from '../lib/change-server.ts';
import { useSession } from '../lib/session.ts';
import { LANGUAGES, type Language, language } from '../texts/language.ts';
import { texts } from '../texts/texts.ts';
import { UserButton } from './user-button.tsx';

const t = texts.shell;
const SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: t.schemes.light },
  { value: 'dark', label: t.schemes.dark },
  { value: 'auto', label: t.schemes.auto },
];
const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The menu of the account, open from the start: it is loaded when the user asks for it. */
export function UserMenu() {
  const { session, signOut } = useSession();
  const { email } = session.staff;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const toServers = changeServer;
  return (
    <Menu defaultOpened position="top-start" width={240} offset={8} closeOnItemClick>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{email}</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          m={4}
          w="calc(100% - 8px)"
          aria-label={t.scheme}
          data={SCHEMES}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        />
        <SegmentedControl
          fullWidth
          size="xs"
          m={4}
          w="calc(100% - 8px)"
          aria-label={t.language}
          data={LANGUAGE_CHOICES}
          value={language}
          onChange={(value) => void leaveGuarded(() => changeLanguage(value as Language))}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => void navigate({ to: '/account' })}>
          {t.password}
        </Menu.Item>
        {toServers && (
          <Menu.Item leftSection={<IconServer size={16} />} onClick={() => void leaveGuarded(toServers)}>
            {t.changeServer}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leaveGuarded(signOut)}>
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
