import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMenu } from '../client/menu.ts';

/** The second key must follow within this time. */
const WAIT_MS = 1500;
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Opens a screen of the menu with `g` and its key, such as `g c` for campaigns. */
export function useGoKeys(): void {
  const menu = useMenu();
  const navigate = useNavigate();
  const screens = useRef(menu);
  screens.current = menu;
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (ctrlKey || metaKey || altKey || (target as Element).closest?.(FIELDS)) return;
      const isSecond = event.timeStamp - pressedAt < WAIT_MS;
      const screen = isSecond ? screens.current.find((entry) => entry.goKey === key) : undefined;
      pressedAt = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!screen) return;
      // The key may have another meaning on the screen, such as `a` for approve.
      event.stopPropagation();
      event.preventDefault();
      void navigate({ to: screen.to });
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [navigate]);
}
