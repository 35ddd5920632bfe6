import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { newCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { until } from '../support/world/wait-until.ts';
import { list, namesOf, primaryAnswers, replicaAnswers, serverOf, withReplica } from './replica-world.ts';

const MAX_LAG_MS = 2000;
const world = withReplica(MAX_LAG_MS);

it('reads go to the replica until its lag exceeds the limit, and then to the primary', async () => {
  const { daemon, standby, reader } = world();
  await replicaAnswers(reader);
  await standby.pause();
  try {
    const pausedAt = performance.now();
    await newCampaign(daemon, { name: 'Not there yet' });
    const soon = await list(reader);
    // If the machine was busy for more than half of the allowed lag, the replica may already be too far behind.
    if (performance.now() - pausedAt < MAX_LAG_MS / 2) {
      expect(serverOf(soon)).toBe('replica');
      expect(done(soon).data.map(({ name }: { name: string }) => name)).not.toContain('Not there yet');
    }
    await until(
      'the dashboard stops using the replica',
      async () => serverOf(await reader.call('dashboard')) === 'primary',
    );
    await primaryAnswers(reader);
    expect(await namesOf(reader)).toContain('Not there yet');
    expect(await metric('redeemd_replica_lag_seconds')).toBeGreaterThanOrEqual(MAX_LAG_MS / 1000);
    expect(await metric('redeemd_replica_up')).toBe(1);
    const doctored = doctor();
    expect(doctored.stdout).toMatch(
      /^FAULT replica: more than \d+ ms behind, \d+ bytes: the primary answers the reads/m,
    );
    expect(doctored.status).toBe(1);
  } finally {
    await standby.resume();
  }
  await replicaAnswers(reader);
  expect(await metric('redeemd_replica_lag_seconds')).toBeLessThan(MAX_LAG_MS / 1000);
  expect(doctor().stdout).toMatch(/^ok {4}replica: responds, at most \d+ ms behind$/m);
});

it('a replica that is killed or frozen does not make requests fail', async () => {
  const { standby, reader } = world();
  await replicaAnswers(reader);
  let isOver = false;
  const statuses: number[] = [];
  const slowest = { ms: 0 };
  const ask = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      statuses.push((await list(reader)).status, (await reader.call('dashboard')).status);
      slowest.ms = Math.max(slowest.ms, performance.now() - startedAt);
    }
  };
  const asking = Promise.all([ask(), ask(), ask(), ask()]);
  try {
    await standby.halt('immediate');
    await primaryAnswers(reader);
    expect(await metric('redeemd_replica_up')).toBe(0);
    await standby.start();
    await replicaAnswers(reader);
    standby.freeze();
    await primaryAnswers(reader);
  } finally {
    standby.thaw();
    isOver = true;
    await asking;
  }
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(slowest.ms).toBeLessThan(5000);
  await replicaAnswers(reader);
}, 60_000);

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${world().daemon.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const doctor = () =>
  spawnSync(process.execPath, [join(root, 'daemon/dist/main.js'), 'doctor'], {
    env: { PATH: process.env.PATH ?? '', REDEEMD_DATABASE_URL: world().databaseUrl, ...world().env },
    encoding: 'utf8',
  });
