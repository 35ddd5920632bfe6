import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './interruption.module.css';

/**
 * Covers the screens until the user completes a step, and keeps their state. The browser's modal dialog makes
 * everything below it inert, including other dialogs, and restores the focus when it closes.
 */
export function Interruption({ label, children }: { label: string; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className={classes.over} aria-label={label}>
      {children}
    </dialog>
  );
}

/**
 * Keeps key presses, such as Escape and the keys of the moderation queue, from reaching the screens below an
 * interruption. The calling component must be mounted before every screen, so that this listener runs first.
 */
export function useKeysHeldBack(isInterrupted: boolean): void {
  const isHeld = useRef(isInterrupted);
  isHeld.current = isInterrupted;
  useEffect(() => {
    const hold = (event: KeyboardEvent) => {
      if (!isHeld.current) return;
      event.stopImmediatePropagation();
      if (event.key === 'Escape') event.preventDefault();
    };
    window.addEventListener('keydown', hold, { capture: true });
    return () => window.removeEventListener('keydown', hold, { capture: true });
  }, []);
}
