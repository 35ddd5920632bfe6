import { describe, expect, test } from 'vitest';
import { type DrillFacts, drillTable, figuresOf, judgeDrill } from './patroni-drill-rules.ts';

// These tests show what the judge reports about a drill that went wrong. The drill itself is a long test.

const claim = (name: string, at: number) => ({ kind: 'claim' as const, name, code: 'OPEN', at });
const tried = (daemon: number, at: number, status: number | null = 200) => ({ from: at - 5, at, daemon, status });
const looked = (at: number, isReady: boolean) => ({ at, daemon: 0, isReady });

/** A fault at 10 s, no primary from 10.5 s on, and a new one at 20 s. */
const good: DrillFacts = {
  way: 'haproxy',
  rounds: [{ fault: 'killed', from: 10_000, promoted: 20_000, remade: 0, until: 40_000 }],
  origin: Date.UTC(2026, 0, 1),
  dead: 0,
  booksBalance: '',
  load: {
    tries: [tried(0, 9000), tried(1, 11_000, 503), tried(0, 22_000), tried(1, 23_000), tried(2, 24_900)],
    acknowledged: [claim('ada', 9000), claim('bea', 22_000)],
    refused: [],
    strange: [],
  },
  watch: {
    primaries: [
      { at: 0, primaries: ['node1'] },
      { at: 10_500, primaries: [] },
      { at: 20_000, primaries: ['node2'] },
    ],
    ready: [
      looked(9000, true),
      looked(12_000, true),
      looked(13_000, false),
      looked(21_000, false),
      looked(22_000, true),
    ],
  },
  stored: {
    claims: [
      { user: 'ada', code: 'OPEN' },
      { user: 'bea', code: 'OPEN' },
    ],
    payments: [],
  },
};

const withLoad = (load: Partial<DrillFacts['load']>): DrillFacts => ({ ...good, load: { ...good.load, ...load } });
const withTry = (one: DrillFacts['load']['tries'][number]) => withLoad({ tries: [...good.load.tries, one] });
const withLook = (at: number, isReady: boolean): DrillFacts => ({
  ...good,
  watch: { ...good.watch, ready: [...good.watch.ready, looked(at, isReady)] },
});
const OF_ROUND = 'round 1 (killed, found by haproxy), promoted 2026-01-01T00:00:20.000Z:';

test('no fault in a good drill', () => expect(judgeDrill(good)).toEqual([]));

describe('sabotage: the judge reports', () => {
  test.each<[string, DrillFacts, string]>([
    ['what was lost', { ...good, stored: { claims: [], payments: ['ada'] } }, '1 acknowledged and lost'],
    ['what was refused and stored', withLoad({ refused: [claim('ada', 1)] }), '1 refused and stored'],
    [
      'what was stored but not acknowledged',
      { ...good, stored: { ...good.stored, payments: ['cid'] } },
      '1 stored but not acknowledged',
    ],
    ['a daemon that exited', { ...good, dead: 1 }, 'daemons that exited: 1'],
    ['figures that differ', { ...good, booksBalance: 'The books do not balance' }, 'The books do not balance'],
    ['an unexpected response', withLoad({ strange: ['claim ada: 500 internal'] }), 'claim ada: 500 internal'],
    [
      'one daemon that writes late',
      withLoad({ tries: good.load.tries.map((one) => (one.daemon === 2 ? tried(2, 25_001) : one)) }),
      `${OF_ROUND} writes 5001 ms after the promotion`,
    ],
    [
      'a daemon that never writes again',
      withLoad({ tries: good.load.tries.filter(({ daemon }) => daemon !== 2) }),
      `${OF_ROUND} writes Infinity ms after the promotion`,
    ],
    [
      'a 503 before the fault',
      withTry(tried(0, 9500, 503)),
      `${OF_ROUND} 503 although a primary was writable: 1, the first 10505 ms before the promotion`,
    ],
    [
      'a 503 long after the promotion',
      withTry(tried(0, 30_005, 503)),
      `${OF_ROUND} 503 although a primary was writable: 1, the first 10000 ms after the promotion`,
    ],
    ['no response', withTry(tried(0, 15_000, null)), `${OF_ROUND} requests without a response: 1`],
    ['ready without a primary', withLook(13_000, true), `${OF_ROUND} ready without a primary: 1`],
    [
      'a daemon that is not ready for too long',
      withLook(26_000, false),
      `${OF_ROUND} not ready 6000 ms after the promotion`,
    ],
  ])('%s', (_, facts, fault) => expect(judgeDrill(facts)).toContain(fault));
});

test('a 503 that the next fault caused does not count against the previous round', () =>
  expect(judgeDrill(withTry({ from: 39_990, at: 40_100, daemon: 0, status: 503 }))).toEqual([]));

test('the table has a row for each fault and each way to find the primary, with the median and the worst value', () => {
  const [one] = figuresOf(good);
  if (!one) throw new Error('No round');
  const table = drillTable([one, { ...one, firstWriteMs: 4000 }, { ...one, way: 'hosts' }]);
  expect(table.split('\n')).toHaveLength(5);
  expect(table).toContain('| killed | haproxy | 2 | 4 | 0 | 10.0 / 10.0 | 2.0 / 4.0 | 4.9 / 4.9 |');
});
