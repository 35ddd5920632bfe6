import type { Dispatcher } from 'undici';
import { expect, it, vi } from 'vitest';
import { exchange } from '../../daemon/delivery/send/exchange.ts';

it('an exchange sends nothing once it has been aborted, however late its connection opens', async () => {
  const handlers: Dispatcher.DispatchHandler[] = [];
  const dispatcher = {
    dispatch: (_: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => handlers.push(handler) > 0,
  } as unknown as Dispatcher;
  const stopping = new AbortController();
  const attempt = exchange(dispatcher, {
    ...{ url: 'https://client.example/hook', headers: {}, body: '{}', timeoutMs: 60_000 },
    signal: stopping.signal,
  });
  stopping.abort();
  expect(await attempt).toBeNull();
  const abort = vi.fn();
  handlers[0]?.onRequestStart?.({ abort } as unknown as Dispatcher.DispatchController, {});
  expect(abort).toHaveBeenCalledOnce();
});
