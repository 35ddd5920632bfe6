import { expect } from 'vitest';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost if the server is busy, and the server is not flooded', (stage) => {
  const { tooMany, unavailable } = scenarios;
  nothingIsLost(stage, [unavailable], ({ figures }) => expect(figures.requestsIn503).toBeLessThanOrEqual(5));
  nothingIsLost(stage, [tooMany], ({ figures }) => expect(figures.insideRetryAfter).toBe(0));
});
