import { afterEach, expect, it, vi } from 'vitest';
import { createClock } from '../../sdk/clock.ts';
import type { Queue } from '../../sdk/queue.ts';
import { createSender } from '../../sdk/sender.ts';
import { createStorage } from '../../sdk/storage.ts';

afterEach(() => void vi.unstubAllGlobals());

it.each([
  [true, 1],
  [false, 0],
])(
  'events that were read from the disk are sent only if the player still allows tracking (%s)',
  async (maySend, requests) => {
    let isAllowed = true;
    const fetched = vi.fn(async () => Response.json({ rejected: [] }));
    vi.stubGlobal('fetch', fetched);
    const waiting = [{ id: 'a', text: '{}' }];
    const queue = {
      // The player decides while the disk is being read.
      async read() {
        isAllowed = maySend;
        return waiting.splice(0);
      },
      async remove() {},
    };
    const storage = createStorage('game');
    const sender = createSender(
      { url: 'http://redeemd.example', apiKey: 'ck', gameId: 'game' },
      queue as unknown as Queue,
      storage,
      createClock(storage, true),
      () => isAllowed,
      true,
    );
    expect(await sender.flush()).toBe(maySend);
    expect(fetched).toHaveBeenCalledTimes(requests);
  },
);
