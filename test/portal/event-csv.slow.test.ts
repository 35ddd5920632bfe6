import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { recordsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';

const SESSION = '3f2b8c1e-1111-4222-8333-444455556666';

inBrowser('the SDK events screen', (screens) => {
  it('saves each table of figures as a CSV', async () => {
    const daemon = await screens.daemon();
    const now = Date.now();
    const event = (event_type: string, ago: number, change: object = {}) => ({
      ...{ event_type, event: { event_sub_type: 'opened' }, game_id: 'game_1', event_id: randomUUID() },
      ...{ session_id: SESSION, anon_id: 'anon_1', user_details: { user_id: 'anon_1' } },
      ...{ app_details: { platform_id: 'web' }, created_at: new Date(now - ago).toISOString(), ...change },
    });
    const came = event('session_created', 90_000, { service_referral_link: 'https://game.example/' });
    const events = [came, event('shop', 30_000), event('shop', 30_000)];
    done(await daemon.server.call('gameEvent', { body: { events } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events');
    const save = async (table?: string) => {
      const button = table === undefined ? 'Save as CSV' : `Save as CSV: ${table}`;
      const { name, bytes } = await savedBy(page, () =>
        page.getByRole('button', { name: button, exact: true }).click(),
      );
      return [name, ...recordsOf(bytes)];
    };
    expect(await save('Types and sub-types')).toEqual([
      'event-types.csv',
      { event_type: 'shop', event_sub_type: 'opened', events: '2' },
      { event_type: 'session_created', event_sub_type: 'opened', events: '1' },
    ]);
    expect(await save('Busiest users')).toEqual(['users.csv', { user_id: 'anon_1', events: '3' }]);
    expect(await save('Busiest sessions')).toEqual(['sessions.csv', { session_id: SESSION, events: '3' }]);
    const [series, ...days] = await save('Events over time');
    const counts = days.map((row) => Number((row as Record<string, string>).events));
    expect([series, counts.reduce((all, count) => all + count, 0)]).toEqual(['events-over-time.csv', 3]);

    const steps = encodeURIComponent('[["session_created",null],["shop","opened"]]');
    await page.goto(`${daemon.url}/portal/events?tab=steps&steps=${steps}`);
    await page.getByRole('row', { name: /2\. shop · opened 1 100% 100% 100% 1 min 1 min/ }).waitFor();
    expect(await save()).toEqual([
      'funnel.csv',
      { event_type: 'session_created', event_sub_type: '', users: '1', median_ms: '', p90_ms: '' },
      { event_type: 'shop', event_sub_type: 'opened', users: '1', median_ms: '60000', p90_ms: '60000' },
    ]);
    await page.goto(`${daemon.url}/portal/events?tab=funnel`);
    const sums = { sessions: '1', users: '1', claimers: '0', payers: '0' };
    const revenue = { 'revenue.amount': '0.00', 'revenue.currency': 'USD' };
    expect(await save()).toEqual([
      'referral-links.csv',
      { referral_link: 'https://game.example/', ...sums, ...revenue },
    ]);
    await page.getByRole('tab', { name: 'Retention' }).click();
    const [retention, ...weeks] = await save();
    expect(retention).toBe('retention.csv');
    expect(weeks).toHaveLength(8);
    expect(weeks.map((row) => (row as Record<string, string>).users).join('')).toContain('1');
  });
});
