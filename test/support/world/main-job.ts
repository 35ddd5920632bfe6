import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { spawnDaemon, testDatabase } from './daemon.ts';
import { figuresOf, fillEarlier } from './earlier-world.ts';

/** Tests redeemd's main functions on a Node version: start, campaign, codes, redeem, payments, figures, `verify`. */
export async function doMainJob(node: string, program: string) {
  const storage = await testDatabase('sqlite');
  const daemon = await spawnDaemon(storage.url, {}, { program, node });
  const key = await fillEarlier(daemon.url);
  expect(await figuresOf(daemon.url, key)).toContain('"number_of_claims":1,"total_revenue":25,"commission_tier":10');
  expect((await daemon.end()).code).toBe(0);
  // A warning from Node could announce the removal of a feature in its next version.
  expect(daemon.stderr()).not.toMatch(/\(node:\d+\)/);
  const env = { REDEEMD_DATABASE_URL: storage.url };
  const verified = spawnSync(node, [program, 'verify'], { env, encoding: 'utf8', timeout: 30_000 });
  expect([verified.status, verified.stdout]).toEqual([0, expect.stringContaining('No differences.')]);
  await storage.drop();
}
