import { createStore } from './store.ts';

/** Whether the dialog with the keyboard shortcuts is open. */
export const shortcutsShown = createStore(false);

export const showShortcuts = () => shortcutsShown.set(true);
