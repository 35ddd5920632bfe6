import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foldOutages } from '../../daemon/lib/fold-outages.ts';
import { createLog, type Log } from '../../daemon/lib/log.ts';
import { Unavailable } from '../../daemon/lib/unavailable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const collected = () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { log, lines };
};

/** Logs that 2,000 requests and 2,000 reads of a worker failed in four seconds. The cause changes halfway. */
function outageIn(log: Log) {
  for (let n = 0; n < 2000; n += 1) {
    const code = n < 1000 ? 'ECONNREFUSED' : '57P03';
    const error = new Unavailable(Object.assign(new Error('gone'), { code }));
    log.warn('unavailable', { requestId: String(n), error });
    log.warn('The outbox could not be read', { error });
    vi.advanceTimersByTime(2);
  }
}

it('an outage is logged as one line at its start, one per second, and one at its end', () => {
  const { log, lines } = collected();
  const folded = foldOutages(log, () => false);
  outageIn(folded.log);
  vi.advanceTimersByTime(10_000);
  expect(lines.map(({ msg, count }) => [msg, count])).toEqual([
    ['An outage began: requests are refused (ECONNREFUSED: gone)', undefined],
    ...[1, 2, 3, 4].map((s) => [
      `The outage continues after ${s} s, 500 requests refused since the last line${s === 3 ? ' (57P03: gone)' : ''}`,
      500,
    ]),
    ['The outage ended after 4 s, 2000 requests refused', 2000],
  ]);
  expect(lines[0]?.error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  expect(lines.filter(({ error }) => error !== undefined)).toHaveLength(2);
  expect(lines[3]?.error).toMatchObject({ cause: { code: '57P03' } });
  expect(lines.at(-1)?.ms).toBe(3998);
});

it('an outage is not over while the database stores no writes, even if nothing is refused', () => {
  const { log, lines } = collected();
  let isFailing = true;
  const folded = foldOutages(log, () => isFailing);
  folded.log.warn('unavailable', { requestId: 'r', error: new Unavailable(new Error('full')) });
  vi.advanceTimersByTime(60_000);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'An outage began: requests are refused (full)',
    'The outage continues after 1 s, 1 request refused since the last line',
  ]);
  isFailing = false;
  vi.advanceTimersByTime(1000);
  expect(lines.at(-1)?.msg).toMatch(/^The outage ended after /);
});

it('other lines are logged as usual, and a second outage is reported separately', () => {
  const { log, lines } = collected();
  const folded = foldOutages(log, () => false);
  for (let n = 0; n < 2; n += 1) {
    folded.log.warn('unavailable', { error: new Unavailable(new Error('gone')) });
    folded.log.warn('The clock is odd');
    folded.log.error('internal_error', { error: new Error('x') });
    vi.advanceTimersByTime(10_000);
  }
  const each = [
    'An outage began: requests are refused (gone)',
    'The clock is odd',
    'internal_error',
    'The outage ended after 0 s, 0 requests refused',
  ];
  expect(lines.map(({ msg }) => msg)).toEqual([...each, ...each]);
});

it('sabotage: without folding, each refusal is logged as a separate line', () => {
  const { log, lines } = collected();
  outageIn(log);
  expect(lines).toHaveLength(4000);
});
