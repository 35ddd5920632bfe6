import { Notification } from 'electron';
import { z } from 'zod';
import type { ConnectionBook } from './connections.ts';
import type { DaemonClient } from './daemon-client.ts';
import { mainTexts } from './texts.ts';

const LOOK_EVERY_MS = 60_000;
const page = z.object({ total: z.number().int() });

interface WatchParts {
  client: DaemonClient;
  book: ConnectionBook;
  isOn: () => boolean;
  /** Shows the moderation queue. */
  open: () => void;
}

/** Notifies the user when more codes are waiting for a moderator. */
export function watchWaitingCodes({ client, book, isOn, open }: WatchParts): void {
  let before: { daemon: string | null; total: number } | null = null;
  const look = async () => {
    const daemon = book.read().current;
    if (!isOn() || daemon === null) {
      before = null;
      return;
    }
    const sent = await client.ask('listAllCreatorCodes', { query: { status: 'pending', page_size: 1 } });
    // If there is no connection, the last count is kept, so that an increase is still reported later.
    if (!sent.ok && sent.problem.status === 0) return;
    const read = page.safeParse(sent.ok ? await sent.response.json().catch(() => null) : null);
    const last = before;
    before = read.success ? { daemon, total: read.data.total } : null;
    if (before && last?.daemon === daemon && before.total > last.total) tell(before.total, open);
  };
  setInterval(() => void look(), LOOK_EVERY_MS);
}

/** The notification is kept here because it could otherwise be garbage-collected and lose its click handler. */
let shown: Notification | null = null;

function tell(total: number, open: () => void) {
  if (!Notification.isSupported()) return;
  const { title, body } = mainTexts().waiting;
  shown?.close();
  shown = new Notification({ title: title(total), body });
  shown.on('click', open);
  shown.show();
}
