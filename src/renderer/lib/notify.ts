import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { problemOf } from './ask.ts';
import type { SaveReply } from './bridge.ts';

const SHORT_MS = 3000;
const LONG_MS = 8000;
/** What a screen says on its way to the next one is read there. */
const FRESH_MS = 1500;
const shown = new Map<string, number>();

function show(message: { title?: string; message: ReactNode; color: string; autoClose: number }): string {
  const id = notifications.show({ ...message, onClose: ({ id }) => id && shown.delete(id) });
  shown.set(id, Date.now());
  return id;
}

/** Puts away what was said on the screen before. */
export function hideOldNotes() {
  for (const [id, at] of shown) if (Date.now() - at > FRESH_MS) notifications.hide(id);
}

export const notifyDone = (message: string) => show({ message, color: 'teal', autoClose: SHORT_MS });

/** What may still be taken back, for as long as the note stands. Returns how to put it away. */
export function notifyUndoable(message: ReactNode): () => void {
  const id = show({ message, color: 'teal', autoClose: LONG_MS });
  return () => notifications.hide(id);
}

export const notifyNote = (message: string) => show({ message, color: 'yellow', autoClose: LONG_MS });

export const notifyProblem = (title: string, error: unknown) =>
  show({ title, message: problemOf(error).detail, color: 'red', autoClose: LONG_MS });

export function notifySaved(reply: SaveReply) {
  if (reply.outcome === 'saved') notifyDone(reply.place ? `Saved to ${reply.place}` : `Saved ${reply.name}`);
  if (reply.outcome === 'failed')
    show({ title: 'The file was not saved', message: reply.problem.detail, color: 'red', autoClose: LONG_MS });
}
