import type { Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/** Listens to events of the page and the network. If there is no page, it listens only to those of the network. */
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
