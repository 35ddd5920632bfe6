/** What was typed after a field was asked for and before it could take keys. */
export interface EarlyKeys {
  text: string;
  isEntered: boolean;
  isEscaped: boolean;
}

/** A field that does not come leaves the keyboard to the page again. */
const LONGEST_MS = 5000;
let release: (() => EarlyKeys) | null = null;

/** Keeps keys from the page, where they would be lost or be commands, until `releaseKeys` takes them over. */
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

/** Gives the page its keys back. @returns what was held; null where nothing held them */
export const releaseKeys = (): EarlyKeys | null => release?.() ?? null;
