import { describe, expect, it } from 'vitest';
import { createSingleFlight } from '../../daemon/lib/single-flight.ts';

/** Returns work whose runs end when the test calls a function in `ends`. */
function heldWork() {
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const work = () => new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
  return { work, ends };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a single flight', () => {
  it('has one current run, and one next run for all later callers', async () => {
    const { work, ends } = heldWork();
    const flight = createSingleFlight(work);
    const first = flight.run();
    const [second, third] = [flight.run(), flight.run()];
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await first;
    // This call comes between the two runs, so the second run, which has not started yet, serves it, too.
    const fourth = flight.run();
    await turn();
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await Promise.all([second, third, fourth]);
    await turn();
    expect(ends).toHaveLength(2);
  });

  it('does not start a second run if the caller accepts the current one', async () => {
    const { work, ends } = heldWork();
    const flight = createSingleFlight(work);
    const first = flight.run();
    expect(flight.runIfIdle()).toBe(first);
    ends[0]?.resolve();
    await flight.idle();
    void flight.runIfIdle();
    expect(ends).toHaveLength(2);
  });

  it('returns a fault to the callers that wait for that run, and continues', async () => {
    const { work, ends } = heldWork();
    const flight = createSingleFlight(work);
    const first = flight.run();
    const second = flight.run();
    ends[0]?.reject(new Error('no answer'));
    await expect(first).rejects.toThrow('no answer');
    await turn();
    ends[1]?.resolve();
    await second;
    expect(ends).toHaveLength(2);
  });
});
