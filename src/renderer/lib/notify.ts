import { notifications } from '@mantine/notifications';
import { problemOf } from './ask.ts';
import type { SaveReply } from './bridge.ts';

export const notifyDone = (message: string) => notifications.show({ message, color: 'teal', autoClose: 4000 });

export const notifyNote = (message: string) => notifications.show({ message, color: 'yellow', autoClose: 10_000 });

export const notifyProblem = (title: string, error: unknown) =>
  notifications.show({ title, message: problemOf(error).detail, color: 'red', autoClose: 10_000 });

export function notifySaved(reply: SaveReply) {
  if (reply.outcome === 'saved') notifyDone(reply.place ? `Saved to ${reply.place}` : `Saved ${reply.name}`);
  if (reply.outcome === 'failed')
    notifications.show({ title: 'The file was not saved', message: reply.problem.detail, color: 'red' });
}
