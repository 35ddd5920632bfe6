import { expect } from 'vitest';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

onStage('No SDK event is lost when its page closes, reloads or freezes, and none is stored twice', (stage) => {
  const { closeTab, downAndReload, frozenTab, hangingTab, twoTabs } = scenarios;
  nothingIsLost(stage, [closeTab, downAndReload]);
  nothingIsLost(stage, [twoTabs], ({ figures }) => expect(figures.mostAtOnce).toBe(1));
  nothingIsLost(stage, [frozenTab, hangingTab], ({ figures }) =>
    expect(figures.sentBesideStopped).toBeLessThan(30_000),
  );
});
