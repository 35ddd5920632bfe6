import type { Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/** Listens to the page's and the network's events. Without a page, it listens to the network only. */
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
