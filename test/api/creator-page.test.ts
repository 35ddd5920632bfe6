import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { endpointList } from '../../daemon/contract/contract.ts';
import { onGame } from '../support/http/game-flow.ts';
import { payoutsOf } from '../support/http/payouts.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';

const MINUTE = 60_000;

onGame('the creator page', (flow) => {
  const { daemon, clock, staff, game, unique, running, newBase, redeem, changeCreator } = flow;
  const { join, earn, run, move, statementOf } = payoutsOf(flow);

  // Run the jobs that are due at the start, so that they do not interfere later.
  beforeAll(() => daemon().runDueJobs());

  const clientOf = (token: string) => testClient(daemon().url, bearer(token));
  const linkTo = async (creator_id: string) => done(await game.call('createCreatorLink', { params: { creator_id } }));
  const tokenOf = ({ url }: { url: string }) => /#link=(.+)$/.exec(url)?.[1] ?? expect.unreachable();
  const open = (token: string) => testClient(daemon().url).call('openCreatorPage', { body: { token } });
  const signIn = async (creatorId: string) =>
    done(await open(tokenOf(await linkTo(creatorId)))).token ?? expect.unreachable();
  const pageOf = async (creatorId: string) => clientOf(await signIn(creatorId));

  it('opens with a link, once and within 15 minutes, and stays open for 12 hours', async () => {
    const { creator } = await join(await running());
    const link = await linkTo(creator);
    expect(link).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/creator#link=\d+\.[0-9a-f]{64}$/),
      expires_at: new Date(clock.now + 15 * MINUTE).toISOString(),
    });
    const used = Promise.all(Array.from({ length: 10 }, () => open(tokenOf(link))));
    expect((await used).map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(401)]);
    const late = await linkTo(creator);
    clock.now += 15 * MINUTE;
    expect(shape(await open(tokenOf(late)))).toEqual(refusal(401, 'invalid_credentials'));
    const page = await pageOf(creator);
    expect(done(await page.call('getCreatorSession'))).toMatchObject({
      ...{ creator_id: creator, daily_results: true, currency: 'USD', time_zone: 'UTC' },
      expires_at: new Date(clock.now + 12 * 60 * MINUTE).toISOString(),
    });
    done(await page.call('closeCreatorPage'));
    expect(shape(await page.call('getCreatorSession'))).toEqual(refusal(401, 'unauthorized'));
    const missing = await game.call('createCreatorLink', { params: { creator_id: 'unknown' } });
    expect(shape(missing)).toEqual(refusal(404, 'not_found'));
  });

  it('does not accept links that this daemon did not sign', async () => {
    const { creator } = await join(await running());
    const token = tokenOf(await linkTo(creator));
    const [id = '', mac = ''] = token.split('.');
    const next = String(Number(id) + 1);
    for (const wrong of [`${next}.${mac}`, `0${token}`, id, `${id}.`, `${id}.${mac.slice(1)}`, `${token} `, 'NaN.x'])
      expect(shape(await open(wrong))).toEqual(refusal(401, 'invalid_credentials'));
    done(await open(token));
  });

  it('keeps its session in a cookie that scripts cannot read, and changes need the CSRF token', async () => {
    const { creator } = await join(await running());
    const { url } = daemon();
    const body = JSON.stringify({ token: tokenOf(await linkTo(creator)), cookie: true });
    const json = { 'Content-Type': 'application/json' };
    const foreign = { ...json, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    const ask = (method: string, path: string, headers: Record<string, string>, text?: string) =>
      fetch(url + path, { method, headers, ...(text && { body: text }) });
    expect((await ask('POST', '/v1/creator/session', foreign, body)).status).toBe(403);
    const opened = await ask('POST', '/v1/creator/session', json, body);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^redeemd_creator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    const { token, csrf_token } = (await opened.json()) as { token: unknown; csrf_token: string };
    expect(token).toBeNull();
    const mine = { Cookie: cookie.split(';')[0] ?? '', ...json };
    expect((await ask('GET', '/v1/creator/codes', mine)).status).toBe(200);
    const emails = JSON.stringify({ daily_results: false });
    expect((await ask('POST', '/v1/creator/emails', mine, emails)).status).toBe(403);
    const right = { ...mine, 'X-CSRF-Token': csrf_token };
    expect((await ask('POST', '/v1/creator/emails', { ...right, ...foreign }, emails)).status).toBe(403);
    expect((await ask('POST', '/v1/creator/emails', right, emails)).status).toBe(200);
    const closed = await ask('DELETE', '/v1/creator/session', right);
    expect(closed.headers.get('set-cookie')).toContain('redeemd_creator=; ');
    expect((await ask('GET', '/v1/creator/codes', mine)).status).toBe(401);
  });

  it('shows only this creator’s codes, figures and approved statements', async () => {
    const campaignId = await running({ name: 'Summer' });
    const mine = await join(campaignId);
    const other = await join(campaignId);
    await earn(mine.user, 60);
    await earn(other.user, 500);
    const token = await signIn(mine.creator);
    const page = clientOf(token);
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    const codes = done(await page.call('listOwnCodes'));
    expect(codes).toMatchObject({ total: 1, total_commission: usd('6.00') });
    expect(codes.data[0]).toMatchObject({
      ...{ code: mine.code, base_code: mine.base.code, campaign_name: 'Summer', campaign_status: 'active' },
      ...{ status: 'approved', number_of_claims: 1, total_revenue: usd('60.00'), commission_tier: 10 },
      next_tier: { percent: 20, missing_revenue: usd('40.00') },
    });
    expect(done(await page.call('getOwnFigures')).totals).toMatchObject({
      claims: 1,
      payments: 1,
      revenue: usd('60.00'),
    });

    const { run_id } = await run({ campaign_id: campaignId });
    const statements = async () => done(await page.call('listOwnStatements')).data;
    expect(await statements()).toEqual([]);
    const linesOf = (statement_id: number) => page.call('listOwnStatementLines', { params: { statement_id } });
    const [own, foreign] = [await statementOf(run_id, mine.creator), await statementOf(run_id, other.creator)];
    expect(shape(await linesOf(own.statement_id))).toEqual(refusal(404, 'not_found'));
    done(await move(run_id, 'approve'));
    expect(await statements()).toEqual([
      expect.objectContaining({
        ...{
          statement_id: own.statement_id,
          payable: usd('6.00'),
          reference: own.reference,
          payment_status: 'pending',
        },
        run: expect.objectContaining({ kind: 'manual', status: 'approved' }),
      }),
    ]);
    const secret = ['address_changed', 'hold_reason', 'run_id'];
    expect(Object.keys((await statements())[0] ?? {}).filter((key) => secret.includes(key))).toEqual([]);
    expect(done(await linesOf(own.statement_id)).data).toMatchObject([
      { campaign_name: 'Summer', commission_tier: 10, revenue: usd('60.00'), commission: usd('6.00'), payments: 1 },
    ]);
    expect(shape(await linesOf(foreign.statement_id))).toEqual(refusal(404, 'not_found'));
    const csv = `${daemon().url}/v1/creator/statements/${own.statement_id}/lines?format=csv`;
    expect(await (await fetch(csv, { headers: bearer(token) })).text()).toContain('Summer,10,60.00,USD');
  });

  it('never shows what belongs to another creator, at any endpoint', async () => {
    const campaignId = await running();
    const [mine, other] = [await join(campaignId), await join(campaignId)];
    for (const { creator, user } of [mine, other]) {
      await changeCreator(creator, { email: `${creator}@mail.example`, payout_address: `${creator}@pay.example` });
      await earn(user, 100);
    }
    const { run_id } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    const { statement_id } = await statementOf(run_id, other.creator);
    const reads = endpointList.filter(([, { access, method }]) => access.kind === 'creator' && method === 'GET');
    expect(reads.length).toBeGreaterThan(5);
    const theirs = [
      `"${other.creator}"`,
      `${other.creator}@mail.example`,
      `${other.creator}@pay.example`,
      `"${other.code}"`,
      `"statement_id":${statement_id},`,
    ];
    const found = async (token: string, query = '') => {
      const texts = reads.map(async ([, { path }]) => {
        const url = `${daemon().url}${path.replace('{statement_id}', String(statement_id))}${query}`;
        return (await fetch(url, { headers: bearer(token) })).text();
      });
      const all = (await Promise.all(texts)).join();
      return theirs.filter((text) => all.includes(text));
    };
    const token = await signIn(mine.creator);
    expect(await found(token)).toEqual([]);
    expect(await found(token, `?creator_id=${other.creator}`)).toEqual([]);
    // The other creator sees all these texts.
    expect(await found(await signIn(other.creator))).toEqual(theirs);
  });

  it('accepts requests for codes, even in campaigns for some games, and shows the reason for a rejection', async () => {
    done(await staff.edit('changeSettings', { body: { creator_code_moderation: 'custom' } }));
    const { creator } = await join(await running());
    const base = await newBase(await running({ games: ['some_game'] }));
    const page = await pageOf(creator);
    const asked = { redemption_code: base.code, code: unique('WISH') };
    const made = done(await page.call('requestOwnCode', { body: asked }));
    expect(made).toMatchObject({ creator_id: creator, code: asked.code, status: 'pending' });
    const again = await page.call('requestOwnCode', { body: asked });
    expect(shape(again)).toEqual(refusal(409, 'creator_code_exists'));
    const reason = 'Too close to a brand';
    done(await staff.call('rejectCreatorCode', { params: { code_id: made.code_id }, body: { reason } }));
    const { data } = done(await page.call('listOwnCodes'));
    expect(data[0]).toMatchObject({ code: asked.code, status: 'rejected', rejection_reason: reason });
    await changeCreator(creator, { status: 'suspended' });
    const suspended = await page.call('requestOwnCode', { body: { redemption_code: base.code } });
    expect(shape(suspended)).toEqual(refusal(400, 'creator_suspended'));
  });

  it('can be embedded with a token that is valid for one hour', async () => {
    const { creator } = await join(await running());
    const embed = done(await game.call('createCreatorEmbedToken', { params: { creator_id: creator } }));
    expect(embed.url).toBe(`${daemon().url}/creator/embed#token=${embed.token}`);
    const frame = clientOf(embed.token);
    expect(done(await frame.call('getCreatorSession'))).toMatchObject({ creator_id: creator });
    expect(shape(await open(embed.token))).toEqual(refusal(401, 'invalid_credentials'));
    clock.now += 60 * MINUTE;
    expect(shape(await frame.call('listOwnCodes'))).toEqual(refusal(401, 'unauthorized'));
  });

  it('lets the creator turn the daily results off and on', async () => {
    const { creator } = await join(await running());
    const page = await pageOf(creator);
    const isOn = async () => done(await page.call('getCreatorSession')).daily_results;
    for (const daily_results of [false, false, true, true]) {
      done(await page.call('changeCreatorEmails', { body: { daily_results } }));
      expect(await isOn()).toBe(daily_results);
    }
  });

  it('ranks creators by claims, and shows the names only of creators who chose this', async () => {
    const campaignId = await running();
    const [{ creator: first }, { creator: second, code, base }] = [await join(campaignId), await join(campaignId)];
    done(await redeem(unique('fan'), code));
    const third = unique('creator');
    const asked = { creator_id: third, redemption_code: base.code };
    done(await game.call('createCreatorCode', { body: asked }));
    const [one, two, none] = [await pageOf(first), await pageOf(second), await pageOf(third)];
    const boards = async (page: typeof one) => done(await page.call('listOwnLeaderboards'));
    expect(await boards(one)).toEqual({ shows_name: false, data: [] });
    const params = { campaign_id: campaignId };
    done(await staff.edit('changeCampaign', { params, body: { leaderboard: true } }));
    await changeCreator(second, { display_name: 'Second' });
    const row = (rank: number, claims: number, is_own: boolean, name: string | null = null) => ({
      ...{ rank, claims, is_own, name },
    });
    const board = (own_claims: number, rows: object[]) => ({
      shows_name: expect.any(Boolean),
      data: [expect.objectContaining({ campaign_id: campaignId, creators: 2, own_claims, rows })],
    });
    expect(await boards(one)).toEqual(board(1, [row(1, 2, false), row(2, 1, true)]));
    expect(done(await two.call('changeLeaderboardName', { body: { shows_name: true } }))).toEqual({ shows_name: true });
    expect(await boards(one)).toEqual(board(1, [row(1, 2, false, 'Second'), row(2, 1, true)]));
    expect(await boards(two)).toMatchObject({ shows_name: true });
    expect(await boards(none)).toEqual(board(0, [row(1, 2, false, 'Second'), row(2, 1, false)]));
    expect(JSON.stringify(await boards(none))).not.toMatch(/USD|revenue|commission/);
    await changeCreator(second, { status: 'suspended' });
    expect((await boards(one)).data[0]).toMatchObject({ creators: 1, rows: [row(1, 1, true)] });
  });

  it('gives equal claims the same rank, and shows the creator even outside the first ten', async () => {
    const campaignId = await running();
    const params = { campaign_id: campaignId };
    done(await staff.edit('changeCampaign', { params, body: { leaderboard: true } }));
    let creator = '';
    for (let at = 0; at < 12; at += 1) ({ creator } = await join(campaignId));
    const last = await pageOf(creator);
    const [board] = done(await last.call('listOwnLeaderboards')).data;
    expect(board).toMatchObject({ creators: 12, own_claims: 1 });
    expect(board.rows.map(({ rank }: { rank: number }) => rank)).toEqual(Array(11).fill(1));
    expect(board.rows.filter(({ is_own }: { is_own: boolean }) => is_own)).toHaveLength(1);
  });

  it('shows staff what the creator sees, without payout details and without a way to change anything', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await changeCreator(creator, { payout_method: 'paypal', payout_address: 'ana@pay.example' });
    await earn(user, 100);
    const params = { creator_id: creator };
    const { url } = done(await staff.call('viewCreatorPage', { params }));
    const opened = done(await open(tokenOf({ url })));
    expect(opened).toMatchObject({ is_view: true, expires_at: new Date(clock.now + 60 * MINUTE).toISOString() });
    expect(shape(await open(tokenOf({ url })))).toEqual(refusal(401, 'invalid_credentials'));
    const view = clientOf(opened.token ?? expect.unreachable());
    const page = await pageOf(creator);
    const { run_id } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    for (const name of ['listOwnCodes', 'getOwnFigures', 'listOwnLeaderboards'] as const)
      expect(done(await view.call(name))).toEqual(done(await page.call(name)));
    const { data } = done(await view.call('listOwnStatements'));
    expect(data[0]).toMatchObject({ payout_method: null, payout_address: null });
    expect(done(await page.call('listOwnStatements')).data[0]).toMatchObject({ payout_address: 'ana@pay.example' });
    expect(JSON.stringify(done(await view.call('getOwnPayoutDetails')))).not.toContain('ana@');
    const changes = endpointList.filter(([, { access, method }]) => access.kind === 'creator' && method !== 'GET');
    for (const [name] of changes.filter(([name]) => name !== 'closeCreatorPage'))
      expect([name, shape(await view.call(name, {} as never))]).toEqual([name, refusal(403, 'forbidden')]);
    expect(changes.length).toBeGreaterThan(4);
    const [entry] = done(await staff.call('listAudit', { query: { action: 'creator.view_page' } })).data;
    expect(entry).toMatchObject({ entity: 'creator', entity_id: creator });
    done(await view.call('closeCreatorPage'));
    done(await page.call('getCreatorSession'));
  });

  // This test comes last, because the daemon then refuses this client for a while.
  it('cannot be opened by guessing: a client that guesses links is soon refused', async () => {
    const { creator } = await join(await running());
    const [id = ''] = tokenOf(await linkTo(creator)).split('.');
    const guess = () => open(`${id}.${randomBytes(32).toString('hex')}`);
    const statuses = new Set<number>();
    for (let round = 0; round < 15; round += 1)
      for (const { status } of await Promise.all(Array.from({ length: 10 }, guess))) statuses.add(status);
    expect([...statuses]).toEqual([401, 429]);
  });
});
