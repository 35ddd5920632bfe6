import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Limits } from '../../daemon/http/limits.ts';
import { atRealCost } from '../support/world/cheap-hashes.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { floodSignIns, judgeFlood, judgeTimes, median, timesOf } from './sign-in-flood.ts';

atRealCost();

/** The protections that are removed to show that the tests notice their absence. */
const sabotage = vi.hoisted(() => ({ unlimited: false, unhashed: false }));

vi.mock('../../daemon/features/staff/passwords.ts', async (original) => {
  const real = await original<typeof import('../../daemon/features/staff/passwords.ts')>();
  const isPassword: typeof real.isPassword = async (password, stored) =>
    sabotage.unhashed && stored === null ? false : await real.isPassword(password, stored);
  return { ...real, isPassword };
});
vi.mock('../../daemon/http/limits.ts', async (original) => {
  const real = await original<typeof import('../../daemon/http/limits.ts')>();
  const createLimits = (): Limits => {
    const limits = real.createLimits();
    const unlessSabotaged =
      <A extends unknown[]>(count: (...given: A) => Promise<void>) =>
      async (...given: A) => {
        if (!sabotage.unlimited) await count(...given);
      };
    return {
      ...limits,
      countSignIn: unlessSabotaged(limits.countSignIn),
      countHashes: unlessSabotaged(limits.countHashes),
    };
  };
  return { ...real, createLimits };
});

describe.each(['sqlite', 'postgres'] as const)('a flood of sign-ins on %s', (database) => {
  let daemon: TestDaemon;
  const start = async () => {
    daemon = await startTestDaemon({ database, env: { REDEEMD_TRUST_PROXY: '1' } });
    return daemon;
  };
  afterEach(async () => {
    Object.assign(sabotage, { unlimited: false, unhashed: false });
    await daemon?.close();
  });

  it('causes at most a hundred password hashes per address for 2,000 sign-ins, and 99% of redeems take less than 500 ms', async () => {
    const result = await floodSignIns(await start(), { tries: 2000, addresses: 2 });
    process.stdout.write(
      `sign-ins at once on ${database}: hashed ${result.hashed}, redeem p99 ${result.redeemP99.toFixed(0)} ms of ${result.redeems.length}, ${JSON.stringify(result.statuses)}\n`,
    );
    judgeFlood(result);
  }, 180_000);

  it('sabotage: without limits, the test fails', async () => {
    sabotage.unlimited = true;
    const result = await floodSignIns(await start(), { tries: 600, addresses: 1 });
    expect(() => judgeFlood(result)).toThrow();
  }, 180_000);

  it('takes the same time for known and unknown addresses', async () => {
    const times = await timesOf(await start(), 100, '198.51.100');
    process.stdout.write(
      `time of a failed sign-in on ${database}: known ${median(times.known).toFixed(1)} ms, unknown ${median(times.unknown).toFixed(1)} ms\n`,
    );
    judgeTimes(times);
    sabotage.unhashed = true;
    const told = await timesOf(daemon, 20, '203.0.113');
    expect(() => judgeTimes(told)).toThrow();
  }, 180_000);
});
