import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './interruption.module.css';

/**
 * Lies over the screens until the user has done what it asks. The screens stay as they are: the browser's own modal
 * dialog makes everything below it inert, also other dialogs, and returns the focus to where it was.
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
 * Keeps key presses from the screens below an interruption: dialogs close on Escape, and the moderation queue has keys.
 * The component that calls this is mounted before every screen, so that its listener is the first.
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
