import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { browserPath } from '../../../build/find-browser.mjs';
import { BROWSER_FLAGS } from '../browsers/browser-flags.ts';
import { endGroup, spawnGroup } from '../browsers/spawn-group.ts';

// A player's browser. Its profile outlives it, and it can be killed with all its processes, as on a phone.

const FLAGS = [...BROWSER_FLAGS, '--remote-debugging-port=0'];
const START_MS = 30_000;
/** The preferences of a visitor who blocks all cookies and storage. */
const BLOCKED = { profile: { default_content_setting_values: { cookies: 2 } } };

/** A browser in which scenarios run. */
export interface SdkBrowser {
  /** Starts the browser, always with the same profile. */
  start(): Promise<BrowserContext>;
  /** Kills the browser and all its processes. */
  kill(): Promise<void>;
  /** Kills the browser and deletes its storage. */
  close(): Promise<void>;
}

/** Returns a browser that is not running yet. */
export function sdkBrowser({ blocksStorage = false } = {}): SdkBrowser {
  const profile = mkdtempSync(join(tmpdir(), 'redeemd-profile-'));
  if (blocksStorage) {
    mkdirSync(join(profile, 'Default'));
    writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(BLOCKED));
  }
  let child: ChildProcess | undefined;
  let browser: Browser | undefined;

  async function kill() {
    await endGroup(child);
    await browser?.close().catch(() => {}); // only the connection remains
  }
  return {
    async start() {
      const portFile = join(profile, 'DevToolsActivePort');
      rmSync(portFile, { force: true });
      const flags = [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'];
      child = spawnGroup(browserPath() ?? '', flags, { stdio: 'ignore' });
      const port = await portIn(portFile, child);
      browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { timeout: START_MS });
      const [context] = browser.contexts();
      if (!context) throw new Error('The browser has no window');
      return context;
    },
    kill,
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function portIn(file: string, child: ChildProcess): Promise<string> {
  const late = performance.now() + START_MS;
  while (performance.now() < late && child.exitCode === null) {
    const [port, path] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    if (port && path) return port;
    await sleep(20);
  }
  throw new Error(`The browser did not start (exit code ${child.exitCode})`);
}
