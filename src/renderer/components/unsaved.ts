import { useEffect } from 'react';

/** The forms on the screen with unsaved changes. */
const unsaved = new Set<symbol>();

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol('form');
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

/** For actions that the router does not see, such as signing out. */
export const hasUnsaved = () => unsaved.size > 0;

/** The user was asked and leaves without saving. */
export const giveUpUnsaved = () => unsaved.clear();
