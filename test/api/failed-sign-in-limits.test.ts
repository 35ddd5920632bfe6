import { expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { testClient } from '../support/http/test-client.ts';
import { testDatabase } from '../support/world/daemon.ts';

it('failed tries to get in from one address end with a pause, whatever address they claim', async () => {
  const own = await testDatabase('sqlite');
  const daemon = await startDaemon(readConfig({ REDEEMD_DATABASE_URL: own.url, REDEEMD_PORT: '0' }), {
    log: silentLog,
  });
  try {
    const setUp = (setup_token: string | null, claimed = '') =>
      testClient(daemon.url, { 'X-Forwarded-For': claimed }).call('setup', {
        body: {
          setup_token: setup_token ?? '',
          email: 'owner@example.test',
          password: 'twelve letters',
        },
      });
    for (let i = 0; i < 100; i += 1) expect((await setUp(`guess ${i}`, `10.0.0.${i}`)).status).toBe(401);
    const paused = await setUp(daemon.setupToken, '10.1.2.3');
    expect(paused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(500);
  } finally {
    await daemon.close();
    await own.drop();
  }
});
