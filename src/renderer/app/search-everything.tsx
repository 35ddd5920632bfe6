import { UnstyledButton } from '@mantine/core';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { IconSearch } from '../components/first-icons.tsx';
import { holdKeys } from '../lib/early-keys.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { texts } from '../texts/texts.ts';
import classes from './shell.module.css';

const Palette = lazyPart(() => import('../features/palette/palette.tsx'), 'Palette');

export const SEARCH_KEYS = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** Returns the palette, which is loaded when it is first opened. */
export function useSearchEverything() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  const open = useCallback(() => {
    holdKeys();
    setState('open');
  }, []);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (state === 'open') setState('closed');
      else open();
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, [state, open]);
  const close = useCallback(() => setState('closed'), []);
  return {
    open,
    palette: <Suspense>{state !== 'never' && <Palette isOpen={state === 'open'} onClose={close} />}</Suspense>,
  };
}

export const SearchButton = ({ onClick, isShort = false }: { onClick: () => void; isShort?: boolean }) => (
  <UnstyledButton
    className={classes.search}
    onClick={onClick}
    {...(isShort && { 'aria-label': texts.shell.searchAll })}
    aria-keyshortcuts="Control+K Meta+K"
  >
    <IconSearch size={16} />
    {!isShort && (
      <>
        <span>{texts.shell.searchAll}</span>
        <kbd>{SEARCH_KEYS}</kbd>
      </>
    )}
  </UnstyledButton>
);
