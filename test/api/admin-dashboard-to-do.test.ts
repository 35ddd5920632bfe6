import { describe, expect, it } from 'vitest';
import { moveCampaign } from '../support/http/campaigns.ts';
import { addEarner, paymentEvent, playerPays, withEarnings } from '../support/http/earnings.ts';
import { movePayoutRun } from '../support/http/payouts.ts';
import { addMember, keepSessions } from '../support/http/staff.ts';
import { done, iso, type TestClient } from '../support/http/test-client.ts';
import { withFaults } from '../support/http/to-do.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const START = Date.UTC(2026, 5, 10, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const usd = (amount: string) => ({ amount, currency: 'USD' });
const nothing = {
  ...{ campaigns_ending: [], codes_near_limit: [], moderation: null },
  ...{ low_key_pools: [], leak_signs: [], payout_runs: [], payout_details: [], webhooks: [], jobs: [] },
  ...{ missing_rates: [], old_rates: [], rate_corrections: [] },
};

describe.each(STORY_DATABASES)('the dashboard on %s', (database) => {
  const start = async () => {
    const clock = { now: START };
    const daemon = await startTestDaemon({ database, clock: () => clock.now });
    const read = async (client: TestClient = daemon.owner, query = {}) => {
      clock.now += 6000;
      return done(await client.call('dashboard', { query }));
    };
    return { clock, daemon, read };
  };

  it('shows each role the tasks that it can do, and none once they are done', async () => {
    const { daemon, read } = await start();
    const members = {
      live_ops: await addMember(daemon, 'live_ops'),
      finance: await addMember(daemon, 'finance'),
      viewer: await addMember(daemon, 'viewer'),
    };
    expect((await read()).to_do).toEqual(nothing);
    const faults = await withFaults(daemon, START);
    const { code_id, campaign_id } = faults.full;
    const all = {
      ...nothing,
      campaigns_ending: [{ campaign_id: faults.ending, name: 'Nearly over', ends_at: iso(START + 3 * DAY) }],
      codes_near_limit: [{ code_id, campaign_id, code: 'NEARLY-FULL', used: 9, usage_limit: 10 }],
      moderation: { waiting: 1, oldest_at: expect.stringMatching(/^2026-06-10T12:0/) },
      webhooks: [{ webhook_id: faults.webhook_id, url: faults.url, state: 'failing', disabled_reason: null }],
      jobs: [{ job: 'monthly-payouts', state: 'failed', since: iso(START) }],
    };
    expect((await read()).to_do).toEqual(all);
    const { campaigns_ending, codes_near_limit, webhooks } = all;
    expect((await read(members.live_ops.ask)).to_do).toEqual({
      ...nothing,
      ...{ campaigns_ending, codes_near_limit, webhooks },
    });
    expect((await read(members.viewer.ask)).to_do).toEqual({ ...nothing, campaigns_ending, codes_near_limit });
    expect((await read(members.finance.ask)).to_do).toEqual(nothing);
    await faults.mend();
    expect((await read()).to_do).toEqual(nothing);
    await daemon.close();
  });

  it('shows the next step of a payout run, and the creators that the run cannot pay, to finance but not to live operations', async () => {
    const { daemon, read, clock } = await start();
    const { owner } = daemon;
    const finance = await addMember(daemon, 'finance');
    const liveOps = await addMember(daemon, 'live_ops');
    const { campaignId } = await withEarnings(daemon, []);
    const [base] = done(await owner.call('listCodes', { params: { campaign_id: campaignId } })).data;
    for (const creator of ['ann', 'ben']) {
      const { user } = await addEarner(daemon, creator, base.code, `fan_of_${creator}`);
      await playerPays(daemon, user, 100, clock.now);
    }
    const details = { payout_method: 'paypal', payout_address: 'ann@creators.example' };
    done(await owner.edit('changeCreator', { params: { creator_id: 'ann' }, body: details }));
    const { run_id, statements } = await (async () => {
      const made = done(await owner.call('createPayoutRun', { body: { kind: 'manual' } }));
      return done(await owner.call('getPayoutRun', { params: made, query: { missing_details: 'true' } }));
    })();
    const waiting = async () => (await read(finance.ask)).to_do.payout_runs;
    const run = { run_id, since: expect.stringMatching(/^2026-06-10T12:0/), payable: usd('20.00'), unpayable: 1 };
    expect(await waiting()).toEqual([{ ...run, step: 'approve' }]);
    expect((await read(liveOps.ask)).to_do.payout_runs).toEqual([]);
    done(await movePayoutRun(owner, run_id, 'approve'));
    expect(await waiting()).toEqual([{ ...run, step: 'export' }]);
    const [{ statement_id }] = statements.data;
    done(await movePayoutRun(owner, run_id, 'mark-exported'));
    expect(await waiting()).toEqual([{ ...run, step: 'pay' }]);
    done(await owner.call('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason: 'No address' } }));
    expect(await waiting()).toEqual([{ ...run, step: 'pay', unpayable: 0 }]);
    done(await movePayoutRun(owner, run_id, 'mark-paid'));
    expect(await waiting()).toEqual([]);
    await daemon.close();
  });

  it('shows missing and old exchange rates and waiting corrections to finance, but not to viewers', async () => {
    const { daemon, read, clock } = await start();
    const finance = await addMember(daemon, 'finance');
    const ratesOf = async (client?: TestClient) => {
      const { missing_rates, old_rates, rate_corrections } = (await read(client)).to_do;
      return { missing_rates, old_rates, rate_corrections };
    };
    const pay = (currency: string) =>
      daemon.server.call('gameEvent', { body: { events: [paymentEvent('payer', 1, clock.now, { currency })] } });
    const refused = iso(clock.now);
    expect((await pay('EUR')).status).toBe(400);
    expect((await pay('ABC')).status).toBe(400);
    const missing_rates = [{ currency: 'EUR', day: '2026-06-10', refused_at: refused }];
    const none = { missing_rates: [], old_rates: [], rate_corrections: [] };
    expect(await ratesOf(finance.ask)).toEqual({ ...none, missing_rates });
    const viewer = await addMember(daemon, 'viewer');
    expect(await ratesOf(viewer.ask)).toEqual(none);
    const add = (valid_from: string) =>
      daemon.owner.call('createExchangeRate', { body: { currency: 'EUR', valid_from, rate: '1.1' } });
    const { rate_id } = done(await add('2026-06-03'));
    expect(await ratesOf()).toEqual(none);
    done(await pay('EUR'));
    await keepSessions(daemon, clock.now + 2 * DAY);
    clock.now += DAY;
    expect(await ratesOf()).toEqual({ ...none, old_rates: [{ currency: 'EUR', valid_from: '2026-06-03' }] });
    done(await daemon.owner.edit('changeSettings', { body: { rate_max_age_days: 8, two_person_payouts: true } }));
    const correction = { params: { rate_id }, query: {}, body: { rate: '1.2', reason: 'A typing error.' } };
    done(await daemon.owner.call('correctExchangeRate', correction));
    const waiting = { rate_id, currency: 'EUR', requested_at: expect.any(String) };
    expect(await ratesOf(finance.ask)).toEqual({ ...none, rate_corrections: [waiting] });
    await daemon.close();
  });

  it('shows why the daemon disabled an endpoint', async () => {
    const { daemon, read } = await start();
    const body = { url: 'https://hooks.example.test/gone', events: ['campaign.ended' as const], active: true };
    const { webhook_id } = done(await daemon.owner.call('createWebhook', { body }));
    const disabled = { active: false, disabled_reason: 'the endpoint answered 410 Gone' };
    await daemon.db.write(({ db, t }) => db.update(t.webhooks).set(disabled));
    expect((await read()).to_do.webhooks).toEqual([
      { webhook_id, url: body.url, state: 'switched_off', disabled_reason: disabled.disabled_reason },
    ]);
    await daemon.close();
  });

  it('does not list codes or the end of a campaign that is not running', async () => {
    const { daemon, read, clock } = await start();
    const { full, ending } = await withFaults(daemon, START);
    done(await moveCampaign(daemon, full.campaign_id, 'pause'));
    await keepSessions(daemon, START + 5 * DAY);
    clock.now = START + 4 * DAY;
    const { to_do } = await read();
    expect(to_do.codes_near_limit).toEqual([]);
    expect(to_do.campaigns_ending).toEqual([]);
    expect(ending).toBeGreaterThan(0);
    // A second after a creator code is requested, both the figures and the to-do list count it.
    const wish = { creator_id: 'ben', redemption_code: 'CREW', code: 'BEN-WISH' };
    done(await daemon.server.call('createCreatorCode', { body: wish }));
    clock.now += 1000;
    const soon = done(await daemon.owner.call('dashboard', { query: {} }));
    expect([soon.pending_creator_codes, soon.to_do.moderation?.waiting]).toEqual([2, 2]);
    await daemon.close();
  });

  it('shows the commission and the creators of the period, not of all time', async () => {
    const { daemon, read, clock } = await start();
    const { campaignId } = await withEarnings(daemon, []);
    const [base] = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId } })).data;
    const { user: annsFan } = await addEarner(daemon, 'ann', base.code, 'anns_fan');
    const { user: bensFan } = await addEarner(daemon, 'ben', base.code, 'bens_fan');
    const to = () => iso(clock.now + HOUR);
    await playerPays(daemon, annsFan, 100, clock.now);
    const first = await read(daemon.owner, { from: iso(START), to: to() });
    expect(first.totals).toMatchObject({ creator_revenue: usd('100.00'), commission: usd('10.00') });
    expect(first.creators_top).toMatchObject([
      { creator_id: 'ann', claims: 1, revenue: usd('100.00') },
      { creator_id: 'ben', claims: 1, revenue: usd('0.00') },
    ]);
    await keepSessions(daemon, START + 3 * DAY);
    clock.now = START + 2 * DAY;
    await playerPays(daemon, bensFan, 7, clock.now);
    const later = await read(daemon.owner, { from: iso(START + 2 * DAY), to: iso(START + 4 * DAY) });
    expect(later.creators_top).toEqual([{ creator_id: 'ben', display_name: null, claims: 0, revenue: usd('7.00') }]);
    expect(later.totals.commission).toEqual(usd('0.70'));
    expect(later.previous.commission).toEqual(usd('10.00'));
    // A creator's own percentage applies at once, even to earlier days.
    const params = { creator_id: 'ann' };
    done(await daemon.owner.edit('changeCreator', { params, body: { commission_percent: 50 } }));
    expect((await read(daemon.owner, { from: iso(START), to: to() })).totals.commission).toEqual(usd('50.70'));
    // A refund reduces both the revenue and the commission.
    await playerPays(daemon, annsFan, -100, clock.now);
    const after = await read(daemon.owner, { from: iso(START), to: to() });
    expect(after.totals).toMatchObject({ creator_revenue: usd('7.00'), commission: usd('0.70') });
    await daemon.close();
  });

  it('compares the failed attempts of a day with those of the previous day', async () => {
    const { daemon, read, clock } = await start();
    const redeem = (user_id: string) => daemon.server.call('redeem', { body: { user_id, code: 'NONE' } });
    for (const user of ['a', 'b', 'c']) await redeem(user);
    await keepSessions(daemon, START + 2 * DAY);
    clock.now = START + DAY + HOUR;
    await redeem('d');
    expect(await read()).toMatchObject({ refused: [{ reason: 'code_not_found', tries: 1 }], refused_before: 3 });
    await daemon.close();
  });
});
