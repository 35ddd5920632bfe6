import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { longestHoldOf } from '../support/contract/cpu-of.ts';
import { expensiveFiles } from '../support/contract/expensive-bodies.ts';
import { sendBody } from '../support/contract/send-body.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const LONGEST_HOLD_MS = 50;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await startTestDaemon();
});
afterAll(() => daemon?.close());

it.runIf(platform() === 'linux').each(expensiveFiles)('the preview of $what lets other requests run', async (body) => {
  let status = 0;
  const ms = await longestHoldOf(async () => {
    status = await sendBody(daemon, 'importCampaign', body, '?dry_run=true');
  }, LONGEST_HOLD_MS);
  expect(status).toBe(body.what.includes('wrong') ? 400 : 200);
  expect(ms).toBeLessThanOrEqual(LONGEST_HOLD_MS);
});

it.runIf(platform() === 'linux')('the import of a large file lets other requests run, too', async () => {
  const [values] = expensiveFiles;
  if (!values) throw new Error('There is no file');
  let status = 0;
  const ms = await longestHoldOf(async () => {
    status = await sendBody(daemon, 'importCampaign', values);
  }, LONGEST_HOLD_MS);
  // If the measurement is repeated, the file's codes are already taken.
  expect([200, 409]).toContain(status);
  expect(ms).toBeLessThanOrEqual(LONGEST_HOLD_MS);
});

it('`redeemd campaigns import` reads a large file, too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-large-'));
  try {
    const file = join(folder, 'large.json');
    writeFileSync(file, expensiveFiles[1]?.text ?? '');
    const args = [join(root, 'daemon/dist/main.js'), 'campaigns', 'import', file, '--dry-run'];
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: daemon.databaseUrl, REDEEMD_LOG_LEVEL: 'error' },
      encoding: 'utf8',
    });
    expect(stdout + stderr).toContain('99800 more codes');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
