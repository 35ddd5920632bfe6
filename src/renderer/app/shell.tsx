import { AppShell, Box, Burger, Group, NavLink, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { Brand } from '../components/brand.tsx';
import { hideOldNotes } from '../lib/notify.ts';
import { useMay } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { lazyPart } from './lazy-part.ts';
import { ACCOUNT_NAV, NAV } from './nav.ts';
import { PendingBadge } from './pending-badge.tsx';
import { SearchButton, useSearchEverything } from './search-everything.tsx';
import classes from './shell.module.css';
import { UserButton } from './user-button.tsx';

const UserMenu = lazyPart(() => import('./user-menu.tsx'), 'UserMenu');

/** The frame around every screen. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const search = useSearchEverything();
  const { pathname } = useLocation();
  // In a narrow window the menu closes after a choice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(close, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(hideOldNotes, [pathname]);
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={0}
    >
      <a className="skip-link" href="#content">
        {texts.shell.skip}
      </a>
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%" gap="sm">
          <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={texts.shell.menu} />
          <Brand />
          <Box ml="auto">
            <SearchButton isShort onClick={search.open} />
          </Box>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={texts.shell.mainMenu}>
        <Group justify="space-between" px={20} h={64}>
          <Brand />
          <Burger opened={isOpen} onClick={toggle} size="sm" hiddenFrom="sm" aria-label={texts.shell.closeMenu} />
        </Group>
        <Box px={12} pb={4} visibleFrom="sm">
          <SearchButton onClick={search.open} />
        </Box>
        <div className={classes.links}>
          <Entries entries={NAV} />
          <Entries entries={ACCOUNT_NAV} heading={texts.shell.groups.account} />
        </div>
        <Box p={12} className={classes.foot}>
          <Account />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <Outlet />
        </div>
      </AppShell.Main>
      {search.palette}
    </AppShell>
  );
}

/** The entries that the user's role may see; a group without any shows no heading. */
function Entries({ entries, heading }: { entries: typeof NAV; heading?: string }) {
  const { pathname } = useLocation();
  const may = useMay();
  const shown = entries.filter(({ needs }) => may(needs));
  if (shown.length === 0) return null;
  return (
    <Stack gap={2} px={12} component="section" aria-label={heading}>
      {heading && <div className={classes.heading}>{heading}</div>}
      {shown.map(({ to, label, icon: Icon }) => (
        <NavLink
          key={to}
          component={Link}
          to={to}
          label={label}
          className={classes.link}
          active={pathname.startsWith(to)}
          aria-current={pathname.startsWith(to) ? 'page' : undefined}
          leftSection={<Icon size={19} stroke={1.7} aria-hidden />}
          rightSection={to === '/moderation' && <PendingBadge />}
        />
      ))}
    </Stack>
  );
}

function Account() {
  const [isWanted, setWanted] = useState(false);
  const button = <UserButton aria-expanded={isWanted} onClick={() => setWanted(true)} />;
  return isWanted ? (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  ) : (
    button
  );
}
