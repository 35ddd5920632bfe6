import type { SaveReply } from '../../preload/api.ts';

const KEEP_MS = 60_000;

/** Saves a file as a browser download. */
export function saveBlob(name: string, blob: Blob): SaveReply {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the blob after the click, and does not report when it has finished.
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
  return { outcome: 'saved', name, place: null };
}
