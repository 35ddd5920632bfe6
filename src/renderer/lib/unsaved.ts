import { useEffect } from 'react';

/** The forms on the screen that hold what nobody has saved. */
const unsaved = new Set<symbol>();

export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    const form = Symbol('form');
    unsaved.add(form);
    return () => void unsaved.delete(form);
  }, [isDirty]);
}

/** For ways out that the router does not see, such as signing out. */
export const hasUnsaved = () => unsaved.size > 0;

/** Somebody was asked, and leaves all the same. */
export const giveUpUnsaved = () => unsaved.clear();
