/** The keys that the user pressed after a field was requested and before it could receive input. */
export interface EarlyKeys {
  text: string;
  isEntered: boolean;
  isEscaped: boolean;
}

/** After this time, the page receives keys again, even if the field has not appeared. */
const LONGEST_MS = 5000;
let release: (() => EarlyKeys) | null = null;

/** Holds keys back until `releaseKeys` is called, because the page would lose them or run them as shortcuts. */
export function holdKeys(): void {
  release?.();
  const held: EarlyKeys = { text: '', isEntered: false, isEscaped: false };
  const hold = (event: KeyboardEvent) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key.length === 1) held.text += key;
    else if (key === 'Backspace') held.text = held.text.slice(0, -1);
    else if (key === 'Enter') held.isEntered = true;
    else if (key === 'Escape') held.isEscaped = true;
  };
  window.addEventListener('keydown', hold, true);
  const late = setTimeout(() => release?.(), LONGEST_MS);
  release = () => {
    window.removeEventListener('keydown', hold, true);
    clearTimeout(late);
    release = null;
    return held;
  };
}

/** Lets the page receive keys again. @returns the held keys; null if none were being held */
export const releaseKeys = (): EarlyKeys | null => release?.() ?? null;
