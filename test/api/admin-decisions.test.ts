import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember, type Member } from '../support/http/staff.ts';
import { done, pointersOf, type QueryFor, queryOf, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

describe.each(STORY_DATABASES)('decisions on creator codes on %s', (database) => {
  let daemon: TestDaemon;
  let mod: Member;
  let codes: number[];
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    mod = await addMember(daemon, 'moderator');
    await addCode(daemon, await runningCampaign(daemon), 'BASE', { use_as_referral: 'Y' });
    codes = [];
    for (const creator of ['kim', 'lee', 'max', 'pat']) {
      const body = { creator_id: creator, redemption_code: 'BASE', code: `OF-${creator}` };
      codes.push(done(await daemon.server.call('createCreatorCode', { body })).code_id);
    }
  });
  afterAll(() => daemon?.close());

  const list = async (query: QueryFor<'listDecisions'> = {}) => done(await mod.ask.call('listDecisions', { query }));
  const told = (page: { data: { creator_id: string; decision: string; undone: boolean }[] }) =>
    page.data.map(({ creator_id, decision, undone }) => `${creator_id} ${decision}${undone ? ' undone' : ''}`);

  it('are listed with who decided what, when and why, newest first', async () => {
    const [kim, lee, max, pat] = codes as [number, number, number, number];
    done(await mod.ask.call('decideCreatorCodes', { body: { code_ids: [kim, lee], decision: 'approve' } }));
    done(await mod.ask.call('undoDecisions', { body: { code_ids: [lee] } }));
    done(await daemon.owner.call('rejectCreatorCode', { params: { code_id: lee }, body: { reason: 'Too rude.' } }));
    const byKey = { params: { code_id: max }, body: { decision: 'reject' as const } };
    done(await daemon.server.call('decideCreatorCode', byKey));
    done(await mod.ask.call('disableCreatorCode', { params: { code_id: kim } }));
    // Decisions that are refused, and changes to the creator, are not listed.
    await mod.ask.call('disableCreatorCode', { params: { code_id: pat } });
    done(await daemon.owner.edit('changeCreator', { params: { creator_id: 'max' }, body: { display_name: 'Max M.' } }));
    const page = await list();
    expect(told(page)).toEqual(['kim disable', 'max reject', 'lee reject', 'lee approve undone', 'kim approve']);
    expect(page.next_cursor).toBeNull();
    const when = { decided_at: expect.any(String), undone_at: null, undone: false };
    expect(page.data[1]).toEqual({
      ...{ decision_id: expect.any(Number), code_id: max, code: 'OF-max', creator_id: 'max', decision: 'reject' },
      display_name: 'Max M.',
      ...{ reason: 'No reason was given.', staff_id: null, name: 'API key', ...when },
    });
    expect(page.data[2]).toMatchObject({ code_id: lee, reason: 'Too rude.', staff_id: expect.any(Number), ...when });
    const [member] = done(await daemon.owner.call('listStaff', { query: { q: mod.email } })).data;
    expect(page.data[3]).toMatchObject({ staff_id: mod.staff_id, name: member.name, undone_at: expect.any(String) });
    expect(page.data[4]).toMatchObject({ decision: 'approve', reason: null, ...when });
  });

  it('are shown with the creator’s next request, which also shows the creator’s name', async () => {
    const two = await addCode(daemon, await runningCampaign(daemon), 'BASE-2', { use_as_referral: 'Y' });
    const wish = { creator_id: 'lee', redemption_code: two.code, code: 'LEE-AGAIN', display_name: 'Lee ليلى' };
    const { code_id } = done(await daemon.server.call('createCreatorCode', { body: wish }));
    const query = { status: 'pending' as const, creator_id: 'lee' };
    const [waiting] = done(await mod.ask.call('listAllCreatorCodes', { query })).data;
    expect(waiting).toMatchObject({ code_id, creator_name: 'Lee ليلى' });
    expect(waiting.earlier_codes).toEqual([
      { code_id: codes[1], code: 'OF-lee', status: 'rejected', rejection_reason: 'Too rude.' },
    ]);
    const [decided] = done(
      await mod.ask.call('listAllCreatorCodes', { query: { status: 'rejected', creator_id: 'lee' } }),
    ).data;
    expect(decided).toMatchObject({ code: 'OF-lee', earlier_codes: [] });
  });

  it('can be filtered by kind, person or creator, and are read page by page', async () => {
    expect(told(await list({ decision: 'reject' }))).toEqual(['max reject', 'lee reject']);
    expect(told(await list({ staff_id: mod.staff_id }))).toEqual(['kim disable', 'lee approve undone', 'kim approve']);
    expect(told(await list({ creator_id: 'lee' }))).toEqual(['lee reject', 'lee approve undone']);
    expect(await list({ creator_id: 'unknown' })).toEqual({ data: [], next_cursor: null });
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor });
    const third = await list({ limit: 2, cursor: second.next_cursor });
    expect([first, second, third].flatMap(told)).toEqual(told(await list()));
    expect(third.next_cursor).toBeNull();
    const wrong = await mod.ask.call('listDecisions', { query: queryOf('cursor=x') });
    expect([shape(wrong), pointersOf(wrong)]).toEqual([refusal(400, 'invalid_request'), ['#/query/cursor']]);
  });

  it('keep the name of a member of staff who was removed', async () => {
    done(await daemon.owner.call('removeStaff', { params: { staff_id: mod.staff_id } }));
    const page = done(await daemon.owner.call('listDecisions', { query: { staff_id: mod.staff_id } }));
    expect(page.data[0].name).toMatch(/^Member/);
  });
});
