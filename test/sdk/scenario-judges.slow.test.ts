import { expect, it } from 'vitest';
import { naiveClient } from '../support/sdk/sdk-naive.ts';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import type { Scenario } from '../support/sdk/sdk-stage.ts';
import { onStage } from '../support/sdk/sdk-suite.ts';

// The judges of the scenarios must find these faults in a naive client.

onStage('The judges of the SDK’s scenarios find', (stage) => {
  const playNaive = (scenario: Scenario) =>
    stage.play(scenario, { client: naiveClient(stage.receiver().key), count: 20, patienceMs: 3000 });

  it('events that are lost when the browser is killed', async () => {
    expect((await playNaive(scenarios.killWhileDown)).lostResolved).toHaveLength(20);
  });

  it('events that are stored twice', async () => {
    const { lost, duplicates } = await playNaive(scenarios.cutAnswer);
    expect(lost).toEqual([]);
    expect(duplicates.length).toBeGreaterThan(0);
  });

  it('too many requests to a server that is unavailable', async () => {
    const { figures, lost } = await playNaive(scenarios.unavailable);
    expect(figures.requestsIn503).toBeGreaterThan(5);
    expect(lost).toEqual([]);
  });

  it('requests before Retry-After has passed', async () => {
    expect((await playNaive(scenarios.tooMany)).figures.insideRetryAfter).toBeGreaterThan(0);
  });
});
