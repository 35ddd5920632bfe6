import { expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon } from '../support/world/daemon.ts';

it('a thousand tries at once hash a hundred passwords, and redeems go on', async () => {
  const daemon = await startTestDaemon();
  await addCode(daemon, await runningCampaign(daemon), 'OPEN');
  const guess = (n: number) =>
    daemon.client.call('signIn', { body: { email: `guess-${n}@example.test`, password: 'a wrong password' } });
  const guesses = Promise.all(Array.from({ length: 1000 }, (_, n) => guess(n)));
  const redeemed = await daemon.server.call('redeem', { body: { user_id: 'u', code: 'OPEN' } });
  const statuses = (await guesses).map(({ status }) => status);
  expect(redeemed.status).toBe(200);
  expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  expect(statuses.filter((status) => status === 429)).toHaveLength(900);
  await daemon.close();
}, 60_000);
