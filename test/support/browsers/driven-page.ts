import type { BrowserContext } from 'playwright-core';
import { until } from '../world/wait-until.ts';

// Drives installed browsers that Playwright does not support. A driver provides tabs and runs scripts. On top
// of these, this module implements the part of Playwright's pages that the main scenarios use.

/** A tab of a driver. */
export interface DrivenTab {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  close(): Promise<unknown>;
  /** Returns the value of a JavaScript expression, awaited if it is a promise. */
  run(expression: string): Promise<unknown>;
}

/** Returns a context. Its `exposeFunction` does nothing, because the page reports to its own server. */
export function drivenContext(openTab: () => Promise<DrivenTab>): BrowserContext {
  const context = {
    exposeFunction: async () => {},
    newPage: async () => drivenPage(await openTab()),
  };
  return context as unknown as BrowserContext;
}

/** Returns a JavaScript literal: JSON, except that it keeps the holes in an array. */
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
