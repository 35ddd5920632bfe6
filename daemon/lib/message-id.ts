import { randomUUID } from 'node:crypto';

/** The name of a message for ever. It begins with the time, so that ids made together lie together in their index. */
export const messageId = (now: number): string =>
  `msg_${now.toString(36).padStart(9, '0')}${randomUUID().replaceAll('-', '').slice(0, 23)}`;
