import { expect } from 'vitest';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

const CLOSE_MS = 120_000;

onStage('No SDK event is lost on a machine with a bad clock or storage, and none is stored twice', (stage) => {
  const { clockAhead, clockBehind, clockSetBack, storageBlocked, storageFull } = scenarios;
  nothingIsLost(stage, [storageFull, storageBlocked, clockSetBack]);
  nothingIsLost(stage, [clockAhead, clockBehind], ({ stored }) => {
    const now = Date.now();
    for (const { createdAt = 0 } of stored) expect(Math.abs(now - createdAt)).toBeLessThan(CLOSE_MS);
  });
});
