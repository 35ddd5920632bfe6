import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../support/world/daemon.ts';
import { keptVersions, programOf } from '../support/world/kept-versions.ts';
import { until } from '../support/world/wait-until.ts';
import { judgeRolling, upgradeUnderLoad } from './rolling-restart.ts';

// Daemons of the previous version and of this one run side by side during a rolling upgrade.

const earlier = programOf(keptVersions.at(-1) ?? '');

test('three daemons of the previous version are replaced with this version under load: no request fails', {
  timeout: 180_000,
}, async () => {
  const storage = await testDatabase('postgres');
  const facts = await upgradeUnderLoad(storage, earlier);
  console.log(`${facts.acknowledged.length} acknowledged, ${facts.strange.length} failed`);
  expect(judgeRolling(facts)).toEqual([]);
  expect(facts.acknowledged.length).toBeGreaterThan(300);
  await storage.drop();
});

test('sabotage: the test notices a schema that the previous version cannot use', { timeout: 180_000 }, async () => {
  const storage = await testDatabase('postgres', { booksMayDiffer: true });
  const rolled = upgradeUnderLoad(storage, earlier);
  const client = new pg.Client({ connectionString: storage.url });
  await client.connect();
  const claims = async () => (await client.query('SELECT 1 FROM claims OFFSET 200 LIMIT 1')).rowCount === 1;
  await until('claims are being stored', () => claims().catch(() => false));
  await client.query('ALTER TABLE claims RENAME COLUMN user_id TO player_id');
  await sleep(1000);
  await client.query('ALTER TABLE claims RENAME COLUMN player_id TO user_id');
  await client.end();
  expect(judgeRolling(await rolled)).toContainEqual(expect.stringMatching(/^\d+ failed requests: /));
  await storage.drop();
});
