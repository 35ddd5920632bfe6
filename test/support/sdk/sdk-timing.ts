import { play, type Scenario, type SdkClient, type SdkReceiver } from './sdk-stage.ts';

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
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

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
}
