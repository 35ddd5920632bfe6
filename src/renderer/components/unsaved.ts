import { useEffect } from 'react';

/** The displayed forms with unsaved changes. */
const unsaved = new Set<symbol>();

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol('form');
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

/** Returns whether a form has unsaved changes, for actions outside the router, such as signing out. */
export const hasUnsaved = () => unsaved.size > 0;

/** Discards unsaved changes after the user has agreed to lose them. */
export const giveUpUnsaved = () => unsaved.clear();
