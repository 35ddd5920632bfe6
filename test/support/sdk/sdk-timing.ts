import type { Page } from 'playwright-core';
import { play, type Scenario, type SdkClient, type SdkReceiver } from './sdk-stage.ts';

interface Times {
  calls: number[];
  writes: number[];
}

interface Medians {
  calls: number;
  /** The median time of transactions that store one event each. */
  writes: number;
}

/** Times calls and the page's own writes alternately. @returns their medians in milliseconds */
export async function timeCallsBesideDisk(client: SdkClient, receiver: SdkReceiver, count: number): Promise<Medians> {
  let times: Times = { calls: [], writes: [] };
  await playOnPage('the time a call takes compared with the disk', { client, receiver, count }, async (page, marks) => {
    times = await page.evaluate((given) => (globalThis as unknown as Driver).timeBesideDisk(given), marks);
  });
  return { calls: medianOf(times.calls), writes: medianOf(times.writes) };
}

/** Returns the median time of consecutive calls in milliseconds. A call without a promise ends when it returns. */
export async function timeCalls(client: SdkClient, receiver: SdkReceiver, count: number): Promise<number> {
  let times: number[] = [];
  await playOnPage('the time a call takes', { client, receiver, count }, async (page, marks) => {
    times = await page.evaluate((given) => (globalThis as unknown as Driver).time(given), marks);
  });
  return medianOf(times);
}

interface Measured {
  client: SdkClient;
  receiver: SdkReceiver;
  count: number;
}

async function playOnPage(
  name: string,
  measured: Measured,
  run: (page: Page, marks: readonly string[]) => Promise<void>,
): Promise<void> {
  const scenario: Scenario = {
    name,
    async run(stage) {
      const { page } = await stage.open();
      await run(page, stage.marks());
    },
  };
  await play(scenario, { ...measured, patienceMs: 5000 });
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Accepts every event and does nothing, to measure only the page, the driver and other work of the machine. */
const noSdk: SdkClient = { name: 'no SDK', script: () => 'globalThis.client = { send: async () => {} }' };
const nowhere: SdkReceiver = { url: 'http://127.0.0.1:9', stored: async () => [] };

/** Returns the longest task of a page without an SDK in the same scenario, in milliseconds. */
export async function longestTaskWithoutSdk(scenario: Scenario): Promise<number> {
  const { figures } = await play(scenario, { client: noSdk, receiver: nowhere, count: 0, patienceMs: 1000 });
  return figures.longestTask;
}

interface Driver {
  time(marks: readonly string[]): Promise<number[]>;
  timeBesideDisk(marks: readonly string[]): Promise<Times>;
}
