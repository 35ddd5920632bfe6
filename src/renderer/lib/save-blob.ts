import type { SaveReply } from '../../preload/api.ts';

const KEEP_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveBlob(name: string, blob: Blob): SaveReply {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads it after the click, and does not say when it is done.
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
  return { outcome: 'saved', name, place: null };
}
