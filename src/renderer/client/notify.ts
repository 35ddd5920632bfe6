import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { createStore } from '../lib/store.ts';
import { texts } from '../texts/texts.ts';
import { problemOf, Refused } from './ask.ts';
import type { SaveReply } from './bridge.ts';

const SHORT_MS = 3000;
const LONG_MS = 8000;
/** A notification newer than this belongs to the screen that the user just opened, so it stays. */
const FRESH_MS = 1500;
const shown = new Map<string, number>();
/** Whether there has been a notification; the first one loads the component that shows notifications. */
export const hasNotified = createStore(false);

function show(message: { title?: string; message: ReactNode; color: string; autoClose: number }): string {
  const id = notifications.show({ ...message, onClose: ({ id }) => id && shown.delete(id) });
  shown.set(id, Date.now());
  hasNotified.set(true);
  return id;
}

/** Removes the notifications of the previous screen. */
export function hideOldNotes() {
  for (const [id, at] of shown) if (Date.now() - at > FRESH_MS) notifications.hide(id);
}

export const notifyDone = (message: string) => show({ message, color: 'teal', autoClose: SHORT_MS });

export const notifyNote = (message: string) => show({ message, color: 'yellow', autoClose: LONG_MS });

export const notifyFault = (title: string, message: string) =>
  show({ title, message, color: 'red', autoClose: LONG_MS });

export const notifyProblem = (title: string, error: unknown) => notifyFault(title, problemOf(error).detail);

export function notifySaved(reply: SaveReply) {
  if (reply.outcome === 'saved')
    notifyDone(reply.place ? texts.common.savedTo(reply.place) : texts.common.saved(reply.name));
  if (reply.outcome === 'failed') notifyProblem(texts.common.notSaved, new Refused(reply.problem));
}
