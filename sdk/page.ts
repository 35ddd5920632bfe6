import type { Queue } from './queue.ts';
import type { Sender } from './sender.ts';

/** Listens to events of the page and the network. If there is no page, it listens only to those of the network. */
export function listenToPage(queue: Queue, sender: Sender, onLeave: () => void): void {
  const { document } = globalThis;
  document?.addEventListener('visibilitychange', () => {
    if (document.hidden) return sender.part();
    queue.journal();
    void sender.drain();
  });
  globalThis.addEventListener?.('pagehide', () => {
    onLeave();
    sender.part();
  });
  globalThis.addEventListener?.('online', () => sender.resume('us'));
}

/**
 * Measures how long the page is open and visible. Returns a function that returns both durations since its previous
 * call.
 */
export function measureVisit() {
  const { document } = globalThis;
  let [open, visible, counted] = [0, 0, 0];
  let isVisible = false;
  const count = () => {
    const seconds = performance.now() / 1000 - counted;
    counted += seconds;
    open += seconds;
    if (isVisible) visible += seconds;
    isVisible = !document.hidden;
  };
  const take = () => {
    count();
    const taken = { duration_seconds: Math.round(open), playtime_seconds: Math.round(visible) };
    open = visible = 0;
    return taken;
  };
  document.addEventListener('visibilitychange', count);
  // The time in the browser's back/forward cache does not count.
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && take());
  return take;
}
