import { platform } from 'node:os';
import { Agent, request } from 'undici';
import { expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { testClient } from '../support/http/test-client.ts';
import { testDatabase } from '../support/world/daemon.ts';

async function started(env: Record<string, string> = {}) {
  const own = await testDatabase('sqlite');
  const config = readConfig({ REDEEMD_DATABASE_URL: own.url, REDEEMD_PORT: '0', ...env });
  const daemon = await startDaemon(config, { log: silentLog });
  return {
    ...{ url: daemon.url, setupToken: daemon.setupToken ?? '' },
    async [Symbol.asyncDispose]() {
      await daemon.close();
      await own.drop();
    },
  };
}

const setup = (setup_token: string) => ({ setup_token, email: 'owner@example.test', password: 'twelve letters' });

it('a client with many failed sign-ins must pause, even if X-Forwarded-For names different addresses', async () => {
  await using daemon = await started();
  const setUp = (token: string, claimed: string) =>
    testClient(daemon.url, { 'X-Forwarded-For': claimed }).call('setup', { body: setup(token) });
  for (let i = 0; i < 100; i += 1) expect((await setUp(`guess ${i}`, `10.0.0.${i}`)).status).toBe(401);
  const paused = await setUp(daemon.setupToken, '10.1.2.3');
  expect(paused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(500);
});

// Only Linux has more than one loopback address.
it.runIf(platform() === 'linux')(
  'behind a proxy, a request without X-Forwarded-For counts towards the address from which it came',
  async () => {
    await using daemon = await started({ REDEEMD_TRUST_PROXY: '1' });
    const statusFrom = async (localAddress: string, forwarded?: string) => {
      const dispatcher = new Agent({ localAddress });
      const answer = await request(`${daemon.url}/v1/admin/setup`, {
        ...{ method: 'POST', dispatcher, body: JSON.stringify(setup('guess')) },
        headers: {
          'Content-Type': 'application/json',
          ...(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }),
        },
      });
      await answer.body.dump();
      await dispatcher.close();
      return answer.statusCode;
    };
    for (let i = 0; i < 100; i += 1) expect(await statusFrom('127.0.0.2')).toBe(401);
    expect(await Promise.all(['', ' , ,'].map((empty) => statusFrom('127.0.0.2', empty)))).toEqual([429, 429]);
    expect(await Promise.all([undefined, '', ' , ,'].map((empty) => statusFrom('127.0.0.3', empty)))).toEqual([
      401, 401, 401,
    ]);
    expect(await statusFrom('127.0.0.2', '10.1.2.3')).toBe(401);
  },
);
