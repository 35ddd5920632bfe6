import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToPage, measureVisit } from '../../sdk/page.ts';
import type { Queue } from '../../sdk/queue.ts';
import type { Sender } from '../../sdk/sender.ts';

let page: EventTarget & { hidden: boolean };
let browser: EventTarget;
beforeEach(() => {
  page = Object.assign(new EventTarget(), { hidden: false });
  browser = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const show = (isShown: boolean) => {
  page.hidden = !isShown;
  page.dispatchEvent(new Event('visibilitychange'));
};
const restore = (persisted: boolean) => browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

it('a page that is hidden sends its events immediately, because a phone may end it; once shown again, it continues to send', () => {
  const sender = { part: vi.fn(), drain: vi.fn(), resume: vi.fn() };
  listenToPage({ journal: vi.fn() } as unknown as Queue, sender as unknown as Sender, () => {});
  show(false);
  expect([sender.part.mock.calls.length, sender.drain.mock.calls.length]).toEqual([1, 0]);
  show(true);
  expect([sender.part.mock.calls.length, sender.drain.mock.calls.length]).toEqual([1, 1]);
});

it('a page that is left creates its last event before it sends its events', () => {
  const order: string[] = [];
  const sender = { part: () => order.push('part') };
  listenToPage({} as Queue, sender as unknown as Sender, () => order.push('last event'));
  browser.dispatchEvent(new Event('pagehide'));
  expect(order).toEqual(['last event', 'part']);
});

it('a visit is measured from one call to the next, and its visible time separately', () => {
  pass(100);
  const take = measureVisit();
  take();
  pass(60);
  show(false);
  pass(30);
  expect(take()).toEqual({ duration_seconds: 90, playtime_seconds: 60 });
  pass(5);
  show(true);
  pass(1.6);
  expect(take()).toEqual({ duration_seconds: 7, playtime_seconds: 2 });
});

it('a page that opens in the background has no visible time until it is shown', () => {
  page.hidden = true;
  const take = measureVisit();
  take();
  pass(10);
  show(true);
  pass(4);
  expect(take()).toEqual({ duration_seconds: 14, playtime_seconds: 4 });
});

it('the time in the browser’s back/forward cache does not count, and showing a page for the first time does not end a visit', () => {
  const take = measureVisit();
  take();
  pass(3);
  restore(false);
  expect(take()).toEqual({ duration_seconds: 3, playtime_seconds: 3 });
  // In some browsers, a restored page becomes visible before its `pageshow` event; in others, after it.
  for (const isShownFirst of [true, false]) {
    show(false);
    pass(1000);
    if (isShownFirst) show(true);
    restore(true);
    if (!isShownFirst) show(true);
    pass(8);
    expect(take()).toEqual({ duration_seconds: 8, playtime_seconds: 8 });
  }
});
