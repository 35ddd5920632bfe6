import { expect, it } from 'vitest';
import { atRealCost } from '../support/world/cheap-hashes.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { floodSignIns, judgeFlood } from './sign-in-flood.ts';

atRealCost();

it('hundreds of simultaneous sign-ins cause a hundred password hashes and reveal nothing, and redeems continue', async () => {
  const daemon = await startTestDaemon({ env: { REDEEMD_TRUST_PROXY: '1' } });
  const result = await floodSignIns(daemon, { tries: 400, addresses: 1 });
  judgeFlood(result);
  expect(result.hashed).toEqual([100]);
  expect(result.redeems.length).toBeGreaterThan(10);
  await daemon.close();
}, 60_000);
