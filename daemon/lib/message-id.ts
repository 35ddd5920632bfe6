import { randomUUID } from 'node:crypto';

/**
 * Creates the permanent ID of a message. It begins with the time, so that messages created at about the same time share
 * index pages.
 */
export const messageId = (now: number): string =>
  `msg_${now.toString(36).padStart(9, '0')}${randomUUID().replaceAll('-', '').slice(0, 23)}`;
