import type { Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/** Follows the page's coming and going, and the network's. Where there is no page, only the network's. */
export function listenToPage(queue: Queue, sender: Sender): void {
  const { document } = globalThis;
  document?.addEventListener('visibilitychange', () => {
    if (document.hidden) return sender.part();
    queue.journal();
    void sender.drain();
  });
  globalThis.addEventListener?.('pagehide', sender.part);
  globalThis.addEventListener?.('online', () => sender.resume('us'));
}
