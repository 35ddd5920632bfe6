import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from '../../../build/find-browser.mjs';
import type { SdkBrowser } from './sdk-browser.ts';
import { idsSent } from './sdk-judge.ts';
import { ourClient } from './sdk-ours.ts';
import { startSdkReceiver } from './sdk-receiver.ts';
import { type Outcome, play, type Scenario, type SdkClient } from './sdk-stage.ts';

type Receiver = Awaited<ReturnType<typeof startSdkReceiver>>;

export interface Playing {
  receiver(): Receiver;
  client(): SdkClient;
  play(scenario: Scenario, options?: { client?: SdkClient; count?: number; patienceMs?: number }): Promise<Outcome>;
}

/** The number of events in a scenario. The long tests use more. */
const COUNT = 25;
const SLOW_MS = 240_000;

/** Declares a suite that runs scenarios with the SDK against one daemon. It is skipped if there is no browser. */
export function onStage(
  name: string,
  suite: (stage: Playing) => void,
  { isThere = browserPath() !== null, makeBrowser }: { isThere?: boolean; makeBrowser?: () => SdkBrowser } = {},
): void {
  describe.skipIf(!isThere)(name, { timeout: SLOW_MS }, () => {
    let receiver: Receiver;
    let ours: SdkClient;
    beforeAll(async () => {
      receiver = await startSdkReceiver();
      ours = await ourClient(receiver.key);
    }, SLOW_MS);
    afterAll(() => receiver?.close());
    suite({
      receiver: () => receiver,
      client: () => ours,
      play: (scenario, { client = ours, count = COUNT, patienceMs } = {}) =>
        play(scenario, {
          client,
          receiver,
          count,
          ...(patienceMs === undefined ? {} : { patienceMs }),
          ...(makeBrowser && { browser: makeBrowser() }),
        }),
    });
  });
}

/** Declares one test per scenario: no event whose promise resolved is lost, and none is duplicated. */
export function nothingIsLost(
  stage: Playing,
  scenarios: readonly Scenario[],
  more: (outcome: Outcome) => void = () => {},
) {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, scenario) => {
    const outcome = await stage.play(scenario);
    expectAllStoredOnce(outcome);
    more(outcome);
  });
}

export function expectAllStoredOnce(outcome: Outcome) {
  const { lost, lostResolved, duplicates, unknown, made, rejected } = outcome;
  expect({ lostResolved, duplicates, unknown }).toEqual({ lostResolved: [], duplicates: [], unknown: [] });
  // Only events whose promise was rejected may be lost.
  expect(lost.length).toBeLessThanOrEqual(rejected);
  expect(made).toBeGreaterThan(0);
  expect(idsSent(outcome.proxy.requests()).toSorted()).toEqual(outcome.stored.map(({ eventId }) => eventId).toSorted());
}
