import { expect, it } from 'vitest';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { expectAllStoredOnce, onStage } from '../support/sdk/sdk-suite.ts';

const EVENTS = 1000;

onStage('Of a thousand SDK events, none is lost and none is stored twice', (stage) => {
  it.each(Object.values(scenarios).map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_name, scenario) => {
      const outcome = await stage.play(scenario, { count: EVENTS, patienceMs: 60_000 });
      expectAllStoredOnce(outcome);
      expect(outcome.figures.requestsIn503 ?? 0).toBeLessThanOrEqual(5);
      expect(outcome.figures.insideRetryAfter ?? 0).toBe(0);
      expect(outcome.figures.mostAtOnce ?? 1).toBe(1);
    },
  );
});
