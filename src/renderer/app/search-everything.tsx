import { UnstyledButton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { IconSearch } from '../components/icons.tsx';
import { texts } from '../texts/texts.ts';
import { lazyPart } from './lazy-part.ts';
import classes from './shell.module.css';

const Palette = lazyPart(() => import('../features/palette/palette.tsx'), 'Palette');

const isMac = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** Opens the palette with a count that grows each time; the palette is loaded with the first. */
export function useSearchEverything() {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      setAsked((count) => count + 1);
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, []);
  return {
    open: () => setAsked((count) => count + 1),
    palette: <Suspense>{asked > 0 && <Palette asked={asked} />}</Suspense>,
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
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </>
    )}
  </UnstyledButton>
);
