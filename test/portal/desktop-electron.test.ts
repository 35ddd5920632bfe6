import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ensureDesktop } from '../../build/desktop-build.mjs';
import { electronPath } from '../../build/find-electron.mjs';
import { root } from '../../build/paths.mjs';
import { OWNER, startTestDaemon } from '../support/world/daemon.ts';

// This is the only test under Electron itself. It is skipped if Electron's binary, which npm installs separately, is
// missing.
describe('the desktop app under Electron itself', () => {
  const program = electronPath();
  test.skipIf(program === null)(
    `starts, and its page can reach neither Node nor the network${program === null ? ' (skipped: Electron’s binary is missing)' : ''}`,
    { timeout: 120_000 },
    async () => {
      expect(ensureDesktop()).toBe(true);
      const data = mkdtempSync(join(tmpdir(), 'redeemd-electron-'));
      const daemon = await startTestDaemon();
      const app = await _electron.launch({
        executablePath: program ?? '',
        args: [root, `--user-data-dir=${data}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
      });
      try {
        const page = await app.firstWindow();
        await page.getByLabel('Server address').fill(daemon.url);
        expect(page.url()).toBe('portal://app/');
        await page.getByRole('button', { name: 'Connect' }).click();
        await page.getByLabel('Email').fill(OWNER.email);
        await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
        expect(await page.evaluate(WITHIN_REACH)).toEqual([
          'undefined',
          'undefined',
          'undefined',
          'undefined',
          'refused',
        ]);
        await page.evaluate(`open('https://example.com'); location.href = 'https://example.com'`);
        await page.waitForTimeout(500);
        expect(app.windows().map((window) => new URL(window.url()).protocol)).toEqual(['portal:']);
      } finally {
        await app.close();
        await daemon.close();
        rmSync(data, { recursive: true, force: true });
      }
    },
  );
});

const WITHIN_REACH = `fetch('https://example.com').then(() => 'answered', () => 'refused').then((fetched) =>
  [typeof require, typeof process, typeof module, typeof Buffer, fetched])`;
