import { afterEach, expect, it, vi } from 'vitest';
import { listenToPage } from '../../sdk/page.ts';
import type { Queue } from '../../sdk/queue.ts';
import type { Sender } from '../../sdk/sender.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a hidden page hands over its events, because a phone may end it; a visible one continues to send', () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal('document', page);
  const sender = { part: vi.fn(), drain: vi.fn(), resume: vi.fn() };
  listenToPage({ journal: vi.fn() } as unknown as Queue, sender as unknown as Sender);
  page.dispatchEvent(new Event('visibilitychange'));
  expect([sender.part.mock.calls.length, sender.drain.mock.calls.length]).toEqual([1, 0]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect([sender.part.mock.calls.length, sender.drain.mock.calls.length]).toEqual([1, 1]);
});
