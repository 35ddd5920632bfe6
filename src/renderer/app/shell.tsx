import { Burger } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useMenu } from '../client/menu.ts';
import { hideOldNotes } from '../client/notify.ts';
import { Brand } from '../components/brand.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import type { MenuEntry } from '../lib/screen-data.ts';
import { shortcutsShown, showShortcuts } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { texts } from '../texts/texts.ts';
import { GameSwitch } from './game-switch.tsx';
import { HelpLink } from './help-link.tsx';
import { MenuBadge } from './menu-badge.tsx';
import { SearchButton, useSearchEverything } from './search-everything.tsx';
import classes from './shell.module.css';
import { useGoKeys } from './use-go-keys.ts';
import { UserButton } from './user-button.tsx';

const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog');
const UserMenu = lazyPart(() => import('./user-menu.tsx'), 'UserMenu');

/** Renders the frame around every screen. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const search = useSearchEverything();
  const { pathname } = useLocation();
  // In a narrow window the menu closes when the user opens a screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(close, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run when the path changes
  useEffect(hideOldNotes, [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        {texts.shell.skip}
      </a>
      <header className={classes.header}>
        <Burger opened={isOpen} onClick={toggle} size="sm" aria-label={texts.shell.menu} />
        <Brand />
        <div className={classes.short}>
          <SearchButton isShort onClick={search.open} />
        </div>
      </header>
      <nav className={classes.navbar} aria-label={texts.shell.mainMenu} data-open={isOpen || undefined}>
        <div className={classes.brand}>
          <Brand />
          <Burger opened={isOpen} onClick={toggle} size="sm" hiddenFrom="sm" aria-label={texts.shell.closeMenu} />
        </div>
        <div className={classes.wide}>
          <SearchButton onClick={search.open} />
        </div>
        <div className={classes.links}>
          <Entries group="main" />
          <Entries group="account" heading={texts.shell.groups.account} />
        </div>
        {/* The switch appears once the games are loaded. It is below the links, so that they do not move. */}
        <GameSwitch />
        <div className={classes.foot}>
          <Account />
          <HelpLink />
        </div>
      </nav>
      <main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.content}>
          <Outlet />
        </div>
        <div id="floating" className={classes.floating} />
      </main>
      {search.palette}
      <Shortcuts />
    </>
  );
}

/** Handles `?` with and without Shift, because not all keyboards need Shift to type it. */
function Shortcuts() {
  useGoKeys();
  useHotkeys([
    ['?', showShortcuts],
    ['shift+?', showShortcuts],
  ]);
  return <Suspense>{useStore(shortcutsShown) && <ShortcutsDialog />}</Suspense>;
}

/** Shows the entries that the user's role may open. A group without entries shows no heading. */
function Entries({ group, heading }: { group: MenuEntry['group']; heading?: string }) {
  const { pathname } = useLocation();
  const shown = useMenu().filter((entry) => entry.group === group);
  if (shown.length === 0) return null;
  return (
    <section className={classes.group} aria-label={heading}>
      {heading && <div className={classes.heading}>{heading}</div>}
      {shown.map(({ to, label, icon: Icon }) => (
        <Link key={to} to={to} className={classes.link} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
          <Icon size={19} strokeWidth={1.7} />
          <span>{label}</span>
          <MenuBadge to={to} />
        </Link>
      ))}
    </section>
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
