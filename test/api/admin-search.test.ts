import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const NOTHING = { campaigns: [], codes: [], creators: [], staff: [], payout_runs: [], player: null };

describe.each(STORY_DATABASES)('the palette on %s', (database) => {
  let daemon: TestDaemon;
  let staff: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    staff = daemon.owner;
    const game = daemon.server;
    const campaignId = await runningCampaign(daemon);
    for (const code of ['SUMMER', 'SUMMER-2', 'MIDSUMMER', 'PER_CENT', 'PERXCENT', 'SUM-3', 'SUM-4', 'SUM-5'])
      await addCode(daemon, campaignId, code);
    await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
    await addCreatorCode(daemon, 'ann_1', 'BASE');
    const named = {
      creator_id: 'ben',
      redemption_code: 'BASE',
      display_name: 'Ann Summers',
      email: 'ben@example.test',
    };
    done(await game.call('createCreatorCode', { body: named }));
    done(await game.call('redeem', { body: { user_id: 'player one', code: 'SUMMER' } }));
    done(await staff.edit('changeCampaign', { params: { campaign_id: campaignId }, body: { name: '100% Summer' } }));
  });
  afterAll(() => daemon?.close());
  const find = async (q: string, ask = staff) => done(await ask.call('search', { query: { q } }));
  const codesOf = ({ codes }: { codes: { code: string }[] }) => codes.map(({ code }) => code);

  it('lists the codes that begin with the text before those that only contain it', async () => {
    expect(codesOf(await find('summer'))).toEqual(['SUMMER', 'SUMMER-2', 'MIDSUMMER']);
    expect(codesOf(await find(' sum'))).toHaveLength(5);
    expect(codesOf(await find('SUM-'))).toEqual(['SUM-3', 'SUM-4', 'SUM-5']);
    expect((await find('midsummer')).codes).toEqual([
      expect.objectContaining({ code: 'MIDSUMMER', name: 'MIDSUMMER', code_type: 'redeem', creator_id: null }),
    ]);
  });

  it('finds campaigns, staff, and creators by ID, name and address', async () => {
    const found = await find('SUMMER');
    expect(found.campaigns).toEqual([{ campaign_id: 1, name: '100% Summer', status: 'active' }]);
    expect(found.creators).toEqual([{ creator_id: 'ben', display_name: 'Ann Summers', email: 'ben@example.test' }]);
    expect((await find('ben@ex')).creators).toHaveLength(1);
    expect((await find('ann')).creators).toHaveLength(2);
    expect((await find('owner@')).staff).toEqual([
      expect.objectContaining({ email: 'owner@example.test', role: 'owner' }),
    ]);
  });

  it('treats wildcards as plain characters', async () => {
    expect((await find('0% s')).campaigns).toHaveLength(1);
    expect(codesOf(await find('R_C'))).toEqual(['PER_CENT']);
    expect(codesOf(await find('PER_'))).toEqual(['PER_CENT']);
    expect((await find('n_1')).creators).toEqual([expect.objectContaining({ creator_id: 'ann_1' })]);
    for (const q of ['%%%', '\\', "'", '*', '__', '\u{10ffff}']) expect(codesOf(await find(q))).toEqual([]);
  });

  it('finds a player only by the exact ID', async () => {
    expect((await find('player one')).player).toEqual({ user_id: 'player one' });
    for (const q of ['player', 'player one ', 'Player one']) expect((await find(q)).player).toBeNull();
    expect(await find('   ')).toEqual(NOTHING);
  });

  it('finds payout runs by number, month and campaign, for finance and owners', async () => {
    const made = done(await staff.call('createPayoutRun', { body: { kind: 'manual', campaign_id: 1 } }));
    const run = { run_id: made.run_id, kind: 'manual', campaign_name: '100% Summer' };
    for (const q of [`${made.run_id}`, `#${made.run_id}`, `Run ${made.run_id}`, 'summer'])
      expect((await find(q)).payout_runs, q).toMatchObject([run]);
    expect((await find('#999')).payout_runs).toEqual([]);
    const finance = await addMember(daemon, 'finance');
    expect((await find('summer', finance.ask)).payout_runs).toHaveLength(1);
    const viewer = await addMember(daemon, 'viewer');
    expect((await find('summer', viewer.ask)).payout_runs).toEqual([]);
    done(await staff.call('voidPayoutRun', { params: { run_id: made.run_id }, body: { reason: 'test' } }));
  });

  it('shows each role only what it may read', async () => {
    const kinds: Record<string, string[]> = {};
    for (const role of ['live_ops', 'moderator', 'finance', 'viewer'] as const) {
      const { ask } = await addMember(daemon, role);
      const found = { ...(await find('summer', ask)), player: (await find('player one', ask)).player };
      kinds[role] = Object.keys(found).filter((kind) => (found[kind]?.length ?? found[kind]) !== 0 && found[kind]);
      expect((await find('member', ask)).staff).toEqual([]);
    }
    expect(kinds).toEqual({
      live_ops: ['campaigns', 'codes', 'creators', 'player'],
      moderator: ['creators', 'player'],
      finance: ['creators', 'payout_runs'],
      viewer: ['campaigns', 'codes'],
    });
  });

  it('shows moderators the creator codes', async () => {
    const { ask: moderator } = await addMember(daemon, 'moderator');
    const own = await daemon.db.read(({ db, t }) => db.select().from(t.codes));
    const { code } = own.find((row) => row.creator_id === 'ben') ?? { code: '' };
    expect((await find(code.toLowerCase(), moderator)).codes).toEqual([
      expect.objectContaining({ code, code_type: 'referral', creator_id: 'ben', creator_name: 'Ann Summers' }),
    ]);
    expect((await find('BASE', moderator)).codes.every((row: { creator_id: string | null }) => row.creator_id)).toBe(
      true,
    );
  });

  it('requires a search text', async () => {
    expect(shape(await staff.send('GET', '/v1/admin/search'))).toEqual(refusal(400, 'invalid_request'));
    expect(shape(await staff.call('search', { query: { q: 'x'.repeat(256) } }))).toEqual(
      refusal(400, 'invalid_request'),
    );
  });
});
