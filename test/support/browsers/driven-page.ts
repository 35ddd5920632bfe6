import type { BrowserContext } from 'playwright-core';
import { until } from '../world/wait-until.ts';

// Browsers that Playwright does not drive as they are installed. A driver knows tabs and scripts; this makes of them as
// much of Playwright's pages as the main scenarios use.

/** A tab, as a driver knows it. */
export interface DrivenTab {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<unknown>;
  /** The value of a JavaScript expression, awaited where it is a promise. */
  run(expression: string): Promise<unknown>;
}

/** `exposeFunction` does nothing: the page tells what it has to say to its own server. */
export function drivenContext(openTab: () => Promise<DrivenTab>): BrowserContext {
  const context = {
    exposeFunction: async () => {},
    newPage: async () => drivenPage(await openTab()),
  };
  return context as unknown as BrowserContext;
}

/** As JSON, but what is left out of an array stays left out. */
const literalOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(literalOf)}]` : (JSON.stringify(value) ?? 'undefined');

function drivenPage(tab: DrivenTab) {
  return {
    goto: (url: string) => tab.goto(url),
    reload: () => tab.reload(),
    close: () => tab.close(),
    evaluate: (what: string | ((given: unknown) => unknown), given?: unknown) =>
      tab.run(typeof what === 'string' ? what : `(${what})(${literalOf(given)})`),
    waitForURL: (glob: string) =>
      until(glob, async () => {
        const path = await tab.run('location.pathname').catch(() => '');
        return path === glob.replace('**', '');
      }),
  };
}
