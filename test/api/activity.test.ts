import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember, type Member } from '../support/http/staff.ts';
import { done, pointersOf, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const HI = 'Ask Ada before you raise the limit.';

interface Row {
  kind: 'comment' | 'change';
  text?: string;
  action?: string;
  comment_id?: number;
}

describe.each(['sqlite', 'postgres'] as const)('the activity of an object on %s', (database) => {
  let daemon: TestDaemon;
  let ops: Member;
  let viewer: Member;
  let finance: Member;
  let campaign_id: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    ops = await addMember(daemon, 'live_ops');
    viewer = await addMember(daemon, 'viewer');
    finance = await addMember(daemon, 'finance');
    campaign_id = await runningCampaign(daemon);
  });
  afterAll(() => daemon?.close());

  const add = (who: TestClient, text: string, mentions?: number[]) =>
    who.call('addCampaignComment', { params: { campaign_id }, body: { text, ...(mentions && { mentions }) } });
  const activity = async (who: TestClient, query: { cursor?: string; limit?: number } = {}) =>
    done(await who.call('listCampaignActivity', { params: { campaign_id }, query }));
  const wordsOf = (rows: readonly Row[]) => rows.map(({ text, action }) => text ?? action);
  const inbox = async (who: TestClient) => done(await who.call('listMentions', {}));

  it('lists comments and changes together, page by page, each row once', async () => {
    const first = done(await add(ops.ask, `  ${HI}\n`));
    expect(first).toMatchObject({ text: HI, by: { staff_id: ops.staff_id }, mentioned: [], may_delete: true });
    done(await daemon.owner.edit('changeCampaign', { params: { campaign_id }, body: { notes: 'changed' } }));
    done(await add(viewer.ask, 'Thank you.'));
    const all = (await activity(ops.ask)).data as Row[];
    expect(wordsOf(all)).toEqual(['Thank you.', 'campaign.change', HI, 'campaign.publish', 'campaign.create']);
    expect(all[1]).toMatchObject({ kind: 'change', fields: expect.arrayContaining(['notes']) });
    expect(JSON.stringify(all)).not.toContain('changed"');
    const pages: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await activity(ops.ask, { limit: 2, ...(cursor && { cursor }) });
      pages.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(all);
    expect(
      shape(await ops.ask.call('listCampaignActivity', { params: { campaign_id }, query: { cursor: 'x' } })),
    ).toEqual(refusal(400, 'invalid_request'));
  });

  it('names the colleagues who may see the object, and refuses to mention others', async () => {
    const gone = await addMember(daemon, 'live_ops');
    done(await daemon.owner.call('removeStaff', { params: { staff_id: gone.staff_id } }));
    const other = await addMember(daemon, 'live_ops', ['beta']);
    const { colleagues } = await activity(ops.ask);
    const ids = colleagues.map(({ staff_id }: { staff_id: number }) => staff_id);
    expect(ids).toContain(viewer.staff_id);
    for (const { staff_id } of [ops, finance, gone, other]) expect(ids).not.toContain(staff_id);
    const refused = await add(ops.ask, HI, [viewer.staff_id, finance.staff_id, other.staff_id, gone.staff_id, 999_999]);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
    expect(pointersOf(refused)).toEqual(['/mentions/1', '/mentions/2', '/mentions/3', '/mentions/4']);
  });

  it('shows a mention to the mentioned person once, as unseen until they mark it as seen', async () => {
    const { comment_id, mentioned } = done(
      await add(ops.ask, 'Please look at this.', [viewer.staff_id, viewer.staff_id]),
    );
    expect(mentioned).toEqual([{ staff_id: viewer.staff_id, name: expect.any(String) }]);
    const mine = await inbox(viewer.ask);
    expect(mine).toMatchObject({ unseen: 1, next_cursor: null });
    expect(mine.data).toMatchObject([
      {
        ...{ comment_id, text: 'Please look at this.', is_seen: false, by: { staff_id: ops.staff_id } },
        on: { kind: 'campaign', id: String(campaign_id), name: expect.any(String), campaign_id: null },
      },
    ]);
    expect((await inbox(ops.ask)).data).toEqual([]);
    const see = async (who: TestClient) =>
      done(await who.call('markMentionsSeen', { body: { comment_ids: [comment_id] } }));
    await see(ops.ask);
    expect((await inbox(viewer.ask)).unseen).toBe(1);
    for (const _ of [1, 2]) expect(await see(viewer.ask)).toEqual({ unseen: 0 });
    expect((await inbox(viewer.ask)).data).toMatchObject([{ comment_id, is_seen: true }]);
  });

  it('hides a mention from a person who may no longer see the object', async () => {
    const person = await addMember(daemon, 'live_ops');
    done(await add(ops.ask, 'For you.', [person.staff_id]));
    const change = async (body: object) =>
      done(await daemon.owner.edit('changeStaff', { params: { staff_id: person.staff_id }, body }));
    const seen = async () => {
      const { data, unseen } = await inbox(person.ask);
      return [data.length, unseen];
    };
    expect(await seen()).toEqual([1, 1]);
    await change({ games: ['beta'] });
    expect(await seen()).toEqual([0, 0]);
    await change({ games: null, role: 'finance' });
    expect(await seen()).toEqual([0, 0]);
    await change({ role: 'viewer' });
    expect(await seen()).toEqual([1, 1]);
  });

  it('lets people delete their comments, and owners any comment; the audit log does not keep the text', async () => {
    const secret = 'a word that must go';
    const comment = done(await add(ops.ask, secret, [viewer.staff_id]));
    const remove = (who: TestClient) => who.call('deleteComment', { params: { comment_id: comment.comment_id } });
    expect(shape(await remove(viewer.ask))).toEqual(refusal(404, 'not_found'));
    expect((await activity(viewer.ask)).data[0]).toMatchObject({ comment_id: comment.comment_id, may_delete: false });
    expect((await activity(daemon.owner)).data[0]).toMatchObject({ comment_id: comment.comment_id, may_delete: true });
    done(await remove(daemon.owner));
    expect(shape(await remove(ops.ask))).toEqual(refusal(404, 'not_found'));
    const { data } = done(
      await daemon.owner.call('listAudit', { query: { entity: 'comment', entity_id: String(comment.comment_id) } }),
    );
    expect(data).toMatchObject([
      { action: 'comment.delete', before: { campaign_id }, after: null },
      { action: 'comment.create', before: null, after: { campaign_id } },
    ]);
    for (const seen of [data, await activity(ops.ask), await inbox(viewer.ask)])
      expect(JSON.stringify(seen)).not.toContain(secret);
    expect((await inbox(viewer.ask)).unseen).toBe(0);
  });

  it('deletes a comment only once if many requests delete it at the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { comment_id } = done(await add(ops.ask, 'Soon gone', []));
      const remove = () => daemon.owner.call('deleteComment', { params: { comment_id } });
      const answers = await Promise.all(Array.from({ length: 8 }, remove));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(404)]);
    }
  });

  it('exists for codes, creators and payout runs, too', async () => {
    const base = await addCode(daemon, campaign_id, `BUSY-${database}`, { use_as_referral: 'Y' });
    const body = { creator_id: 'busy creator/1', redemption_code: base.code, display_name: 'Nova' };
    const own = done(await daemon.server.call('createCreatorCode', { body }));
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    const comment = { text: HI, mentions: [finance.staff_id] };
    const owner = daemon.owner;
    done(
      await owner.call('addCodeComment', {
        params: { code_id: base.code_id },
        body: { text: HI, mentions: [ops.staff_id] },
      }),
    );
    done(await owner.call('addCreatorComment', { params: { creator_id: body.creator_id }, body: comment }));
    done(await owner.call('addRunComment', { params: { run_id }, body: comment }));
    expect((await inbox(finance.ask)).data.map(({ on }: { on: object }) => on)).toEqual([
      { kind: 'payout_run', id: String(run_id), name: null, campaign_id: null },
      { kind: 'creator', id: body.creator_id, name: 'Nova', campaign_id: null },
    ]);
    expect((await inbox(ops.ask)).data[0].on).toEqual({
      kind: 'code',
      id: String(base.code_id),
      name: base.code,
      campaign_id,
    });
    const ofCode = done(await ops.ask.call('listCodeActivity', { params: { code_id: base.code_id } }));
    expect(wordsOf(ofCode.data)).toEqual([HI, 'code.create']);
    const ofRun = done(await finance.ask.call('listRunActivity', { params: { run_id } }));
    expect(wordsOf(ofRun.data)).toEqual([HI, 'payout_run.create']);
    const missing = [`codes/${own.code_id}`, 'campaigns/999999', 'creators/unknown', 'payout-runs/999999'];
    for (const path of missing)
      expect(shape(await owner.send('GET', `/v1/admin/${path}/activity`))).toEqual(refusal(404, 'not_found'));
  });
});
