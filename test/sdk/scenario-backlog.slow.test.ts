import { expect, it } from 'vitest';
import { BACKLOG, backlogOf } from '../support/sdk/sdk-scenarios.ts';
import { expectAllStoredOnce, onStage } from '../support/sdk/sdk-suite.ts';
import { timeCallsBesideDisk } from '../support/sdk/sdk-timing.ts';

// scenario-backlog.long.test.ts measures how long the page's tasks take.

/** The maximum number of events that the SDK handles before it lets the page continue. */
const MOST_EVENTS = 200;
const TRIES = 3;
/** The maximum time that a call may take, in multiples of the time in which the browser stores one event. */
const MOST_WRITES = 4;

onStage('The SDK does not hold up its page', (stage) => {
  it(`while it sends a full queue: it sends at most ${MOST_EVENTS} events at a time and waits for each response`, async () => {
    const outcome = await stage.play(backlogOf(BACKLOG));
    expectAllStoredOnce(outcome);
    const { proxy } = outcome;
    const sizes = proxy
      .requests()
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body.toString()).events.length as number);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_EVENTS);
    expect(sizes.length).toBeGreaterThanOrEqual(BACKLOG / MOST_EVENTS);
    expect(proxy.mostAtOnce()).toBe(1);
  });

  it(`during a call, which takes less than ${MOST_WRITES} times as long as storing an event`, async () => {
    const ratios: number[] = [];
    // Calls and writes alternate, so other work delays both. A short delay can still hit only one of them.
    while (ratios.length < TRIES && !(Math.min(...ratios) < MOST_WRITES)) {
      const { calls, writes } = await timeCallsBesideDisk(stage.client(), stage.receiver(), 100);
      ratios.push(calls / writes);
    }
    expect(Math.min(...ratios)).toBeLessThan(MOST_WRITES);
  });
});
