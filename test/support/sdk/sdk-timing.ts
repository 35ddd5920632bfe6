import { play, type Scenario, type SdkClient, type SdkReceiver } from './sdk-stage.ts';

interface Medians {
  calls: number;
  /** Of transactions that store one event. */
  writes: number;
}

/** The medians of so many calls and of as many writes of the page's own, taking turns, in milliseconds. */
export async function timeCallsBesideDisk(client: SdkClient, receiver: SdkReceiver, count: number): Promise<Medians> {
  let times: { calls: number[]; writes: number[] } = { calls: [], writes: [] };
  const scenario: Scenario = {
    name: 'the time a call takes beside the disk',
    async run(stage) {
      const { page } = await stage.open();
      times = await page.evaluate((marks) => (globalThis as unknown as Driver).timeBesideDisk(marks), stage.marks());
    },
  };
  await play(scenario, { client, receiver, count, patienceMs: 5000 });
  return { calls: medianOf(times.calls), writes: medianOf(times.writes) };
}

/** The median of so many calls, one after the other, in milliseconds: until the promise resolves, or the call returns. */
export async function timeCalls(client: SdkClient, receiver: SdkReceiver, count: number): Promise<number> {
  let times: number[] = [];
  const scenario: Scenario = {
    name: 'the time a call takes',
    async run(stage) {
      const { page } = await stage.open();
      times = await page.evaluate((marks) => (globalThis as unknown as Driver).time(marks), stage.marks());
    },
  };
  await play(scenario, { client, receiver, count, patienceMs: 5000 });
  return medianOf(times);
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Takes every event and does nothing: what the page, the driver and the machine's other work take by themselves. */
const noSdk: SdkClient = { name: 'no SDK', script: () => 'globalThis.client = { send: async () => {} }' };
const nowhere: SdkReceiver = { url: 'http://127.0.0.1:9', stored: async () => [] };

/** The longest task of a page without an SDK in the same scenario, in milliseconds. */
export async function longestTaskWithoutSdk(scenario: Scenario): Promise<number> {
  const { figures } = await play(scenario, { client: noSdk, receiver: nowhere, count: 0, patienceMs: 1000 });
  return figures.longestTask;
}

interface Driver {
  time(marks: readonly string[]): Promise<number[]>;
  timeBesideDisk(marks: readonly string[]): Promise<{ calls: number[]; writes: number[] }>;
}
