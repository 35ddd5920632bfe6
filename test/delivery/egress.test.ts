import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createEgress, type Egress, type EgressOptions } from '../../daemon/delivery/send/egress.ts';
import { parseNetworks } from '../../daemon/domain/reachable-addresses.ts';
import { CLOSED_HOSTS } from '../support/servers/closed-addresses.ts';
import {
  answering,
  type Behaviour,
  cutting,
  dripping,
  endless,
  type Receiver,
  silent,
  startReceiver,
} from '../support/servers/receiver.ts';
import { until } from '../support/world/wait-until.ts';

// Tests outgoing requests against real servers.

const LOOPBACK = parseNetworks(['127.0.0.0/8']);
const opened: Egress[] = [];
const egressWith = (options: Partial<EgressOptions> = {}) => {
  const egress = createEgress({ opened: [], environment: 'production', ...options });
  opened.push(egress);
  return egress;
};
afterEach(async () => {
  vi.useRealTimers();
  for (const egress of opened.splice(0)) await egress.close();
});
const CLOSED = { status: null, text: null, error: expect.stringContaining('the address is private') };

describe('no connection is opened', () => {
  /** Listens on every address of this machine, so that every connection to it is seen. */
  const trap = createServer((_, response) => response.end());
  let port = 0;
  let connections = 0;
  beforeAll(async () => {
    trap.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => trap.listen(0, resolve));
    port = (trap.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => trap.close(resolve)));

  it('to any of the 200 forbidden URLs', async () => {
    const egress = egressWith();
    const attempts = await Promise.all(CLOSED_HOSTS.map((host) => egress.post(`http://${host}:${port}/`, {}, '{}')));
    for (const attempt of attempts) expect(attempt).toEqual(CLOSED);
    expect(connections).toBe(0);
  });

  it('to a name that resolves to a forbidden address, alone or among others', async () => {
    const hosts = CLOSED_HOSTS.map((host) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, ''));
    for (const before of [[], ['8.8.8.8']]) {
      const egress = egressWith({
        lookup: async (name) => [...before, hosts[Number(name.split('.')[0]?.slice(1))] ?? ''],
      });
      const attempts = await Promise.all(hosts.map((_, at) => egress.post(`http://n${at}.example:${port}/`, {}, '{}')));
      for (const attempt of attempts) expect(attempt).toEqual(CLOSED);
    }
    expect(connections).toBe(0);
  });

  it('to the system’s own names for this machine', async () => {
    for (const name of ['localhost', 'LOCALHOST', 'localhost.'])
      expect((await egressWith().post(`http://${name}:${port}/`, {}, '{}'))?.status).toBeNull();
    expect(connections).toBe(0);
  });

  it('to an address to which a name resolves only after the check: the request uses the checked one', async () => {
    let asked = 0;
    const lookup = async () => {
      asked += 1;
      return [asked === 1 ? '127.0.0.2' : '127.0.0.1'];
    };
    const egress = egressWith({ lookup, opened: parseNetworks(['127.0.0.2/32']) });
    expect((await egress.post(`http://rebind.example:${port}/`, {}, '{}'))?.status).toBe(200);
    expect([asked, connections]).toEqual([1, 1]);
    const fresh = egressWith({ lookup, opened: parseNetworks(['127.0.0.2/32']) });
    expect(await fresh.post(`http://rebind.example:${port}/`, {}, '{}')).toEqual(CLOSED);
    expect([asked, connections]).toEqual([2, 1]);
  });
});

describe('an outgoing request', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const post = (options: Partial<EgressOptions> = {}, signal?: AbortSignal) =>
    egressWith({ opened: LOOPBACK, ...options }).post(receiver.url, { 'x-a': 'b' }, '{"a":1}', signal);

  it('reaches the receiver unchanged', async () => {
    receiver.behave(answering(200, 'thanks\0'));
    expect(await post()).toEqual({ status: 200, text: 'thanks', error: null });
    const last = receiver.received.at(-1);
    expect(last).toMatchObject({ path: '/hook', body: '{"a":1}', headers: { 'x-a': 'b' } });
    expect(last?.headers.host).toBe(`127.0.0.1:${receiver.port}`);
  });

  test.each([301, 302, 303, 307, 308])('does not follow a %d', async (status) => {
    const elsewhere = await startReceiver();
    receiver.behave(answering(status, '', { location: elsewhere.url }));
    expect(await post()).toMatchObject({ status, error: null });
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.close();
  });

  it('reads only the start of an endless body, and closes the connection', async () => {
    receiver.behave(endless);
    const attempt = await post();
    expect(attempt).toMatchObject({ status: 200, error: null });
    expect(attempt?.text?.length).toBe(2000);
    await expect.poll(() => receiver.open()).toBe(0);
  });

  /** Returns whether a promise has settled by now. */
  const isOver = (work: Promise<unknown>) => Promise.race([work.then(() => true), turns(5).then(() => false)]);
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate);
  };

  test.each<[string, Behaviour]>([
    ['no response', silent],
    ['a slow drip', dripping(10)],
  ])('ends at the total time limit: %s', async (_, behaviour) => {
    let drips = 0;
    receiver.behave((response, ...rest) => {
      const { write } = response;
      response.write = (...given: unknown[]) => {
        drips += 1;
        return Reflect.apply(write, response, given);
      };
      behaviour(response, ...rest);
    });
    const before = receiver.received.length;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const attempt = post({ timeoutMs: 400 });
    await until('the request', () => receiver.received.length > before);
    for (let quarter = 1; quarter <= 3; quarter += 1) {
      vi.advanceTimersByTime(quarter < 3 ? 100 : 199);
      const seen = drips;
      if (behaviour !== silent) await until('a drip', () => drips > seen + 1);
      expect(await isOver(attempt)).toBe(false);
    }
    vi.advanceTimersByTime(1);
    expect((await attempt)?.error).toBe('no complete response within 0.4 s');
    await expect.poll(() => receiver.open()).toBe(0);
  });

  it('fails if the host name cannot be looked up within the time limit', async () => {
    const attempt = await egressWith({ lookup: () => new Promise(() => {}), timeoutMs: 300 }).post(
      'http://slow.example/',
      {},
      '{}',
    );
    expect(attempt?.error).toBe('no complete response within 0.3 s');
  });

  it('fails if the response headers are endless', async () => {
    receiver.behave(answering(200, '', { 'x-long': 'x'.repeat(40_000) }));
    expect((await post())?.error).toBe('the response headers are too large');
  });

  it('reports a connection that was closed, and one that was refused', async () => {
    receiver.behave(cutting);
    expect((await post())?.error).toBe('the connection was closed');
    await receiver.down();
    expect((await post())?.error).toBe('the connection was refused');
    await receiver.up();
  });

  it('has no result if it was stopped', async () => {
    const stopping = new AbortController();
    receiver.behave(() => stopping.abort());
    expect(await post({}, stopping.signal)).toBeNull();
    expect(await post({}, AbortSignal.abort())).toBeNull();
  });
});
