import { expect } from 'vitest';
import { firefoxPath } from '../../build/find-browser.mjs';
import { firefoxBrowser } from '../support/browsers/firefox.ts';
import { scenarios } from '../support/sdk/sdk-scenarios.ts';
import { nothingIsLost, onStage } from '../support/sdk/sdk-suite.ts';

// Runs the main scenarios again, because storage, locks and a page's last moments differ between browsers.

onStage(
  'No SDK event is lost in Firefox, and none is stored twice',
  (stage) => {
    const { closeTab, downAndReload, leave, twoTabs, unavailable } = scenarios;
    nothingIsLost(stage, [leave, closeTab, downAndReload]);
    nothingIsLost(stage, [unavailable], ({ figures }) => expect(figures.requestsIn503).toBeLessThanOrEqual(5));
    nothingIsLost(stage, [twoTabs], ({ figures }) => expect(figures.mostAtOnce).toBe(1));
  },
  { isThere: firefoxPath() !== null, makeBrowser: firefoxBrowser },
);
