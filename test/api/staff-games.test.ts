import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import type { Endpoint } from '../../daemon/contract/endpoint.ts';
import { startOfUtcDay } from '../../daemon/lib/clock.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { addCode, codeBody, runningCampaign } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { addMember } from '../support/http/staff.ts';
import {
  apiKey,
  bearer,
  done,
  pointersOf,
  refusal,
  shape,
  type TestClient,
  testClient,
} from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

// Everything in other games has this word in its name, so a response with the word is a leak.
const FOREIGN = 'zebra';

type Ids = Record<
  'campaign_id' | 'code_id' | 'main_code_id' | 'batch_id' | 'job_id' | 'redemption_id' | 'creator_id' | 'sign_id',
  string
>;

/** Creates a campaign for these games with codes, a batch, claims, payments and events, and a key limited to a game. */
async function play(daemon: TestDaemon, word: string, game_id: string, games: string[] | null) {
  const { owner, url } = daemon;
  const { key } = done(await owner.call('createApiKey', { body: { name: word, kind: 'server', game_id } }));
  const server = testClient(url, apiKey(key));
  const campaignId = await runningCampaign(daemon, { name: `Campaign ${word}`, games, tags: [word] });
  const gift = await addCode(daemon, campaignId, `${word}-gift`, { usage_limit: 100, tags: [`${word}-vip`] });
  await addCode(daemon, campaignId, `${word}-base`, { use_as_referral: 'Y' });
  const creator = (creator_id: string) =>
    server.call('createCreatorCode', {
      body: { creator_id, redemption_code: `${word}-base`, code: `${creator_id}-code`, display_name: `Name ${word}` },
    });
  const own = done(await creator(`${word}-creator`));
  done(await owner.call('approveCreatorCode', { params: { code_id: own.code_id } }));
  done(await creator(`${word}-waiting`));
  const bulk = { ...codeBody('x', { name: `Batch ${word}` }), code: undefined, count: 2, prefix: `${word}` };
  const { code: _, ...generated } = bulk;
  const job = done(await owner.call('generateCodes', { params: { campaign_id: campaignId }, body: generated }));
  await jobDone(owner, job.job_id);
  const redeem = (user_id: string, code: string) => server.call('redeem', { body: { user_id, code } });
  const claim = done(await redeem(`${word}-player`, own.code));
  done(await redeem('shared-player', gift.code));
  await redeem('shared-player', `${word}-unknown`);
  const paid = (user: string) => paymentEvent(user, 10, Date.now(), { game_id });
  const seen = {
    ...sdkEvent(),
    game_id,
    user_details: { user_id: `${word}-player` },
    service_referral_link: `https://${word}.example`,
  };
  done(
    await server.call('gameEvent', {
      body: { events: [paid(`${word}-player`), paid(`${word}-stranger`), paid('shared-player')] },
    }),
  );
  expect(done(await server.call('gameEvent', { body: { events: [seen] } })).rejected).toEqual([]);
  const [sign] = await daemon.db.write(({ db, t }) =>
    db
      .insert(t.leak_signs)
      .values({ code_id: own.code_id, day_start: Date.now(), kind: 'burst', measured: 30, usual: 1 })
      .returning({ sign_id: t.leak_signs.sign_id }),
  );
  const violation = { day: startOfUtcDay(Date.now()), field: `/${word}`, fault: 'missing', slot: 0, events: 1 };
  const last = { last_event_id: seen.event_id, last_at: Date.now() };
  await daemon.db.write(({ db, t }) =>
    db
      .insert(t.plan_violations)
      .values({ ...violation, ...last, game_id, event_type: 'shop', event_sub_type: 'opened' }),
  );
  const ids: Ids = {
    sign_id: String(sign?.sign_id),
    campaign_id: String(campaignId),
    code_id: String(own.code_id),
    main_code_id: String(gift.code_id),
    batch_id: String(job.job_id),
    job_id: String(job.job_id),
    redemption_id: claim.redemption_id,
    creator_id: `${word}-creator`,
  };
  return { ids, campaignId, gift };
}

describe.each(STORY_DATABASES)('staff limited to some games, on %s', (database) => {
  let daemon: TestDaemon;
  let alpha: Awaited<ReturnType<typeof play>>;
  let others: Awaited<ReturnType<typeof play>>[];
  let limited: { token: string; ask: TestClient };
  beforeAll(async () => {
    daemon = await startTestDaemon({ database });
    alpha = await play(daemon, 'alpha', 'alpha', ['alpha']);
    others = [
      await play(daemon, FOREIGN, 'beta', ['beta']),
      await play(daemon, `${FOREIGN}-both`, 'beta', ['alpha', 'beta']),
      await play(daemon, `${FOREIGN}-all`, 'beta', null),
    ];
    const sent = paymentEvent('payer', 1, Date.now(), { game_id: 'paid_only', transaction_id: 't1' });
    done(await daemon.server.call('gameEvent', { body: { events: [sent] } }));
    limited = await addMember(daemon, 'owner', ['alpha']);
  });
  afterAll(() => daemon?.close());

  const perGame = (endpointList as [EndpointName, Endpoint][]).filter(
    ([, { access }]) => access.kind === 'staff' && access.perGame && !access.beforeTotp,
  );
  /** Returns the path of an endpoint for these objects; null if it names none of them. */
  const pathFor = ({ path }: Endpoint, ids: Ids) => {
    const [, name] = /\{(\w+)\}/.exec(path) ?? [];
    const id = path.startsWith('/v1/admin/codes/') ? ids.main_code_id : ids[name as keyof Ids];
    return id === undefined ? null : path.replace(/\{\w+\}/, id);
  };
  const read = async (token: string, path: string) => {
    const response = await fetch(daemon.url + path, { headers: bearer(token) });
    return { status: response.status, text: await response.text() };
  };
  const queryOf: Partial<Record<EndpointName, string>> = {
    search: `?q=${FOREIGN}`,
    listCampaignResults: '?campaign_ids=1,2,3',
    getCalendar: '?from=2000-01-01&to=2090-01-01',
    getTrackingPlan: '?game_id=alpha',
    eventUtms: '?utm=utm_campaign',
    eventSteps: `?steps=${encodeURIComponent('[["shop",null],["buy",null]]')}`,
  };

  it('see nothing of other games in any list or figure, while staff without a limit do', async () => {
    const lists = perGame.filter(([, { method, path }]) => method === 'GET' && !path.includes('{'));
    expect(lists.length).toBeGreaterThan(10);
    const shown: string[] = [];
    for (const [name, { path }] of lists) {
      const asked = path + (queryOf[name] ?? '');
      const answers = [await read(limited.token, asked), await read(daemon.ownerToken, asked)] as const;
      expect([name, answers[0].status, answers[1].status]).toEqual([name, 200, 200]);
      expect([name, answers[0].text.toLowerCase().includes(FOREIGN)]).toEqual([name, false]);
      if (answers[1].text.toLowerCase().includes(FOREIGN)) shown.push(name);
    }
    expect(shown).toEqual(
      expect.arrayContaining([
        ...[
          'listCampaigns',
          'listCampaignTags',
          'getCalendar',
          'listLeakSigns',
          'listCodeResults',
          'listBulkJobs',
          'listAllCreatorCodes',
          'listDecisions',
          'listCreators',
          'listClaims',
        ],
        ...[
          'search',
          'dashboard',
          'listEvents',
          'eventStats',
          'eventFunnel',
          'listUnmatchedPayments',
          'listPlanViolations',
        ],
      ]),
    );
  });

  it('cannot find objects of other games, either to read or to change', async () => {
    const named = perGame.filter(([, entry]) => pathFor(entry, alpha.ids));
    expect(named.length).toBeGreaterThan(20);
    for (const [name, entry] of named)
      for (const { ids } of others) {
        const path = pathFor(entry, ids) ?? '';
        const body = entry.method === 'GET' ? undefined : (BODIES[name] ?? {});
        const answer = await testClient(daemon.url, bearer(limited.token)).send(entry.method, path, body);
        expect([name, answer.status, answer.body.code]).toEqual([name, 404, 'not_found']);
      }
  });

  it('can read and change objects of their own games', async () => {
    for (const [name, entry] of perGame.filter(([, { method, path }]) => method === 'GET' && path.includes('{'))) {
      const path = pathFor(entry, alpha.ids);
      if (!path) continue;
      const answer = await read(limited.token, path);
      expect([name, answer.status, answer.text.toLowerCase().includes(FOREIGN)]).toEqual([name, 200, false]);
    }
    const params = { campaign_id: alpha.campaignId };
    done(await limited.ask.edit('changeCampaign', { params, body: { notes: 'changed' } }));
    for (const games of [null, ['beta'], ['alpha', 'beta']]) {
      const refused = await limited.ask.edit('changeCampaign', { params, body: { games } });
      expect([shape(refused), pointersOf(refused)]).toEqual([refusal(400, 'invalid_request'), ['/games']]);
    }
  });

  it('create campaigns only for their games, even from a file', async () => {
    const dates = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2027-01-01T00:00:00Z' };
    const create = (more: object) => limited.ask.call('createCampaign', { body: { name: 'New', ...dates, ...more } });
    for (const more of [{}, { games: null }, { games: ['beta'] }, { games: ['alpha', 'beta'] }])
      expect(pointersOf(await create(more))).toEqual(['/games']);
    const made = done(await create({ games: ['alpha'] }));
    const file = done(await limited.ask.call('exportCampaign', { params: { campaign_id: made.campaign_id } }));
    const importFile = (games?: string[]) => {
      const { games: _, ...campaign } = file.campaign;
      return limited.ask.call('importCampaign', {
        body: { ...file, campaign: { ...campaign, ...(games && { games }) } },
      });
    };
    expect(pointersOf(await importFile())).toEqual(['/campaign/games']);
    expect(pointersOf(await importFile(['beta']))).toEqual(['/campaign/games']);
    done(await importFile(['alpha']));
  });

  it('cannot request figures of another game, but see those of their own games', async () => {
    const figures = ['dashboard', 'listEvents', 'eventStats', 'eventFunnel', 'listUnmatchedPayments'] as const;
    for (const name of [...figures, 'getTrackingPlan', 'listPlanViolations'] as const) {
      expect(shape(await limited.ask.call(name, { query: { game_id: 'beta' } }))).toEqual(refusal(403, 'forbidden'));
      done(await limited.ask.call(name, { query: { game_id: 'alpha' } }));
    }
    const plan = { plan_json: '{"properties":{"shop":{"properties":{"opened":true}}}}', version: 0 };
    const save = (game_id: string) => limited.ask.call('saveTrackingPlan', { body: { ...plan, game_id } });
    const drop = (game_id: string) => limited.ask.call('deleteTrackingPlan', { body: { game_id } });
    for (const change of [save, drop]) {
      expect(shape(await change('beta'))).toEqual(refusal(403, 'forbidden'));
      done(await change('alpha'));
    }
    const { totals, active_campaigns, creators, pending_creator_codes } = done(await limited.ask.call('dashboard'));
    expect({ totals, active_campaigns, creators, pending_creator_codes }).toMatchObject({
      totals: { claims: 2, payments: 3, revenue: { amount: '30.00' } },
      ...{ active_campaigns: 1, creators: 2, pending_creator_codes: 1 },
    });
    const seen = await limited.ask.call('dashboard', { query: { campaign_id: others[0]?.campaignId } });
    expect(shape(seen)).toEqual(refusal(404, 'not_found'));
  });

  it('see the names of their games; staff without a limit see the games of all keys, campaigns and payments', async () => {
    expect(done(await limited.ask.call('listGames')).data).toEqual([{ game_id: 'alpha' }]);
    expect(done(await daemon.owner.call('listGames')).data).toEqual([
      { game_id: 'alpha' },
      { game_id: 'beta' },
      { game_id: 'paid_only' },
    ]);
  });

  it('see only the part of a player’s data that belongs to their games', async () => {
    const player = done(await limited.ask.call('getPlayer', { params: { user_id: 'shared-player' } }));
    expect(JSON.stringify(player).toLowerCase()).not.toContain(FOREIGN);
    expect(player.totals).toMatchObject({ claims: 1, payments: 1, paid: { amount: '10.00' } });
    expect(player.payments.map(({ game_id }: { game_id: string }) => game_id)).toEqual(['alpha']);
    expect(player.refused_tries.map(({ code }: { code: string }) => code)).toEqual(['alpha-unknown']);
    const unknown = await limited.ask.call('getPlayer', { params: { user_id: `${FOREIGN}-player` } });
    expect(shape(unknown)).toEqual(refusal(404, 'not_found'));
  });

  it('decide only on codes of their games; other codes are skipped as unknown', async () => {
    const { data } = done(await daemon.owner.call('listAllCreatorCodes', { query: { status: 'pending' } }));
    const rows: { code_id: number; code: string }[] = data;
    const foreign = rows.filter(({ code }) => code.toLowerCase().includes(FOREIGN)).map(({ code_id }) => code_id);
    expect(foreign).toHaveLength(3);
    const decided = done(
      await limited.ask.call('decideCreatorCodes', { body: { code_ids: foreign, decision: 'approve' } }),
    );
    const unknown = foreign.map((code_id) => ({ code_id, code: 'not_found' }));
    expect(decided).toEqual({ decided: [], skipped: unknown });
    expect(done(await limited.ask.call('undoDecisions', { body: { code_ids: foreign } })).skipped).toEqual(unknown);
  });

  it('do not see which campaign has taken a value', async () => {
    const csv = `code\n${others[0]?.gift.code}\n`;
    const body = { csv, name: 'x', root_url: 'https://x.example', rewards_json: '[]' };
    const params = { campaign_id: alpha.campaignId };
    const preview = async (client: TestClient) =>
      JSON.stringify((await client.call('importCodes', { params, query: { dry_run: 'true' }, body })).body);
    expect(await preview(daemon.owner)).toContain(`Campaign ${FOREIGN}`);
    expect(await preview(limited.ask)).toContain('a code in another campaign');
    expect(await preview(limited.ask)).not.toContain(`Campaign ${FOREIGN}`);
  });

  it('are limited immediately, even in an open session', async () => {
    const member = await addMember(daemon, 'live_ops');
    const names = async () =>
      done(await member.ask.call('listCampaigns', { query: {} })).data.map(({ name }: { name: string }) => name);
    expect(await names()).toContain(`Campaign ${FOREIGN}`);
    const params = { staff_id: member.staff_id };
    const changed = done(await daemon.owner.edit('changeStaff', { params, body: { games: ['alpha', 'alpha'] } }));
    expect(changed.games).toEqual(['alpha']);
    expect(await names()).not.toContain(`Campaign ${FOREIGN}`);
    expect(done(await member.ask.call('getSession')).staff.games).toEqual(['alpha']);
    done(await daemon.owner.edit('changeStaff', { params, body: { games: null } }));
    expect(await names()).toContain(`Campaign ${FOREIGN}`);
  });

  it('cannot include the last owner who has no limit', async () => {
    const { data } = done(await daemon.owner.call('listStaff', { query: { role: 'owner' } }));
    const me = data.find(({ games }: { games: string[] | null }) => games === null)?.staff_id ?? 0;
    const refused = await daemon.owner.edit('changeStaff', { params: { staff_id: me }, body: { games: ['alpha'] } });
    expect(shape(refused)).toEqual(refusal(400, 'last_owner'));
  });
});

/** The smallest valid bodies of the changes that need a body. */
const BODIES: Partial<Record<EndpointName, object>> = {
  changeCampaign: { notes: 'x', version: 1 },
  createCode: codeBody('NEW-CODE'),
  changeCode: { name: 'x', version: 1 },
  generateCodes: { name: 'x', root_url: 'https://x.example', count: 1, rewards_json: '[]' },
  importCodes: { csv: 'code\nABC\n', name: 'x', root_url: 'https://x.example', rewards_json: '[]' },
  addCampaignComment: { text: 'x' },
  addCodeComment: { text: 'x' },
  addCreatorComment: { text: 'x' },
  changeBatch: { active: 'N' },
  scheduleCampaignChange: { due_at: '2090-01-01T00:00:00Z', move: 'pause' },
  scheduleBatchChange: { due_at: '2090-01-01T00:00:00Z', active: 'N' },
  rejectCreatorCode: { reason: 'x' },
  grantClaimAgain: { reason: 'x' },
  releaseClaim: { reason: 'x' },
};
