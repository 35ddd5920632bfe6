import { expect, it } from 'vitest';
import { onGame } from '../support/http/game-flow.ts';
import { apiKey, done, pointersOf, refusal, shape, testClient } from '../support/http/test-client.ts';

onGame('campaigns for some games', (flow) => {
  const { daemon, staff, unique, running, newCode, newBase, payment, pay } = flow;
  const change = (campaign_id: number, games: string[] | null) =>
    staff.edit('changeCampaign', { params: { campaign_id }, body: { games } });
  /** Returns a client whose key is limited to a game. */
  const clientOf = async (game_id: string) => {
    const { key } = done(await staff.call('createApiKey', { body: { name: game_id, kind: 'server', game_id } }));
    return testClient(daemon().url, apiKey(key));
  };

  it('keep their games sorted, without duplicates; by default a campaign covers all games', async () => {
    const campaignId = await running();
    const stored = done(await change(campaignId, ['beta', 'alpha', 'beta']));
    expect(stored.games).toEqual(['alpha', 'beta']);
    expect(done(await change(campaignId, null)).games).toBeNull();
    const query = { entity: 'campaign', entity_id: String(campaignId) };
    const [entry] = done(await staff.call('listAudit', { query })).data;
    expect(entry).toMatchObject({ before: { games: ['alpha', 'beta'] }, after: { games: null } });
    for (const games of [[], ['no game']]) {
      const refused = await change(campaignId, games);
      expect(shape(refused)).toEqual(refusal(400, 'invalid_request'));
      expect(pointersOf(refused)?.[0]).toMatch(/^\/games/);
    }
  });

  it('do not let keys for other games redeem or validate codes, or create creator codes', async () => {
    const campaignId = await running();
    const { code } = await newCode(campaignId);
    const base = await newBase(campaignId);
    done(await change(campaignId, ['alpha']));
    const [alpha, beta] = [await clientOf('alpha'), await clientOf('beta')];
    const user_id = unique('user');
    const creatorCode = (client: typeof alpha) =>
      client.call('createCreatorCode', { body: { creator_id: unique('creator'), redemption_code: base.code } });
    for (const call of ['redeem', 'validate'] as const)
      expect(shape(await beta.call(call, { body: { user_id, code } }))).toEqual(refusal(404, 'code_not_found'));
    expect(shape(await creatorCode(beta))).toEqual(refusal(404, 'code_not_found'));
    done(await creatorCode(alpha));
    done(await alpha.call('redeem', { body: { user_id, code } }));
    // A key that is not limited to a game can redeem any code.
    done(await flow.redeem(unique('user'), code));
  });

  it('count only payments from their games', async () => {
    const { campaignId, user, figures } = await flow.linkedPlayer();
    done(await change(campaignId, ['alpha', 'beta']));
    const of = (game_id: string) => payment(user, 10, { game_id });
    done(await pay([of('alpha'), of('beta'), of('gamma')]));
    expect(await figures()).toMatchObject({ total_revenue: 20 });
    const { data } = done(await staff.call('listUnmatchedPayments', { query: { user_id: user } }));
    expect(data).toMatchObject([{ game_id: 'gamma', reason: 'link_lapsed' }]);
  });

  it('are found by a game that they cover', async () => {
    const [alpha, beta, all] = [await running(), await running(), await running()];
    done(await change(alpha, ['alpha_game']));
    done(await change(beta, ['beta_game']));
    const { data } = done(await staff.call('listCampaigns', { query: { game_id: 'alpha_game' } }));
    const found = data.map(({ campaign_id }: { campaign_id: number }) => campaign_id);
    expect([alpha, beta, all].map((id) => found.includes(id))).toEqual([true, false, true]);
    const games: { game_id: string }[] = done(await staff.call('listGames')).data;
    expect(games.map(({ game_id }) => game_id)).toEqual(expect.arrayContaining(['alpha_game', 'beta_game']));
  });

  it('export their games; an import applies the games listed in the file; if it lists none, the campaign keeps its games', async () => {
    const campaignId = await running();
    const params = { campaign_id: campaignId };
    const read = async () => done(await staff.call('exportCampaign', { params }));
    expect((await read()).campaign).not.toHaveProperty('games');
    done(await change(campaignId, ['alpha']));
    const file = await read();
    expect(file.campaign.games).toEqual(['alpha']);
    done(await change(campaignId, ['beta']));
    const importFile = async (body: typeof file) => {
      const { version } = done(await staff.call('getCampaign', { params }));
      const query = { campaign_id: String(campaignId), version: String(version) };
      done(await staff.call('importCampaign', { query, body }));
    };
    const { games: _, ...withoutGames } = file.campaign;
    await importFile({ ...file, campaign: withoutGames });
    expect(done(await staff.call('getCampaign', { params })).games).toEqual(['beta']);
    await importFile(file);
    expect(done(await staff.call('getCampaign', { params })).games).toEqual(['alpha']);
  });
});
