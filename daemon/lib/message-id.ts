import { randomUUID } from 'node:crypto';

/**
 * The permanent id of a message. It begins with the time, so that ids of the same time are neighbours in their index.
 */
export const messageId = (now: number): string =>
  `msg_${now.toString(36).padStart(9, '0')}${randomUUID().replaceAll('-', '').slice(0, 23)}`;
