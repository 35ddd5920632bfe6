import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runningCampaign } from '../support/http/campaigns.ts';
import { done, pointersOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const REFUSED: [string, string][] = [
  ['NUL as an escape', '{"a": "x\\u0000y"}'],
  ['half of a surrogate pair as an escape', '{"a": "\\ud800"}'],
  ['half of a surrogate pair in a name', '{"\\ud800": 1}'],
  ['101 levels', nested(101)],
  ['64 KiB of brackets', '['.repeat(65_536)],
];

describe('the content of rewards, on every endpoint', () => {
  let daemon: TestDaemon;
  let staff: TestClient;
  let params: { campaign_id: number };
  const code = { code: 'GIFT', name: 'Gift', root_url: 'https://game.example' };
  const own = (rewards: string) => ({ csv: `code,rewards_json\nOWN-1,"${rewards.replaceAll('"', '""')}"` });
  beforeAll(async () => {
    daemon = await startTestDaemon();
    staff = daemon.owner;
    params = { campaign_id: await runningCampaign(daemon) };
  });
  afterAll(() => daemon?.close());

  it.each(REFUSED)('%s is refused', async (_, rewards_json) => {
    const { name, root_url } = code;
    const answers = [
      await staff.call('createCode', { params, body: { ...code, rewards_json } }),
      await staff.call('generateCodes', { params, body: { name, root_url, count: 1, rewards_json } }),
      await staff.call('importCodes', { params, body: { csv: 'code\nOWN-1', name, root_url, rewards_json } }),
    ];
    expect(answers.map(shape)).toEqual(Array(3).fill(refusal(400, 'invalid_request')));
    expect(answers.map(pointersOf)).toEqual(Array(3).fill(['/rewards_json']));
    const line = await staff.call('importCodes', { params, body: { ...own(rewards_json), name, root_url } });
    expect(shape(line)).toEqual(refusal(400, 'invalid_csv'));
    expect(line.body.errors).toEqual([
      { pointer: '/csv/line/2', code: 'invalid', detail: expect.stringContaining('rewards_json') },
    ]);
  });

  it('100 levels and complete surrogate pairs reach players unchanged', async () => {
    const rewards_json = `[${nested(99)},{"\\ud83d\\ude00":"😀"}]`;
    const made = done(await staff.call('createCode', { params, body: { ...code, rewards_json } }));
    expect(made.rewards_json).toBe(rewards_json);
    const changed = await staff.edit('changeCode', {
      params: { code_id: made.code_id },
      body: { rewards_json: nested(101) },
    });
    expect(pointersOf(changed)).toEqual(['/rewards_json']);
    const game = daemon.server;
    const used = await game.call('redeem', { body: { user_id: 'ann', code: 'GIFT' } });
    expect(used.body.rewards).toEqual(JSON.parse(rewards_json));
  });
});
