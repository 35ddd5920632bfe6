import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { HOUR_MS, startOfQuarter } from '../../daemon/lib/clock.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const SESSIONS = ['3f2b8c1e-1111-4222-8333-444455556666', '3f2b8c1e-2222-4222-8333-444455556666'];

const send = async ({ server }: TestDaemon, count: number, change: object) => {
  const events = Array.from({ length: count }, (_, at) => ({
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: { label: '<i>menu</i>' } },
    game_id: 'game_1',
    created_at: new Date(Date.now() - at * 1000).toISOString(),
    session_id: SESSIONS[0] ?? '',
    event_id: randomUUID(),
    anon_id: 'anon_1',
    user_details: { user_id: 'anon_1' },
    app_details: { platform_id: 'web' },
    ...change,
  }));
  done(await server.call('gameEvent', { body: { events } }));
};

inBrowser('SDK events in the Portal', (screens) => {
  it('can be counted, searched and opened', async () => {
    const daemon = await screens.daemon();
    await send(daemon, 30, {});
    // There were half as many events in the seven days before.
    await send(daemon, 15, { created_at: new Date(Date.now() - 8 * 24 * HOUR_MS).toISOString() });
    await send(daemon, 2, {
      event_type: 'level',
      event: { event_sub_type: 'won' },
      session_id: SESSIONS[1],
      anon_id: 'anon_2',
      user_details: { user_id: 'anon_2' },
    });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events');
    await page.locator('[role=img] canvas').waitFor();
    await page.getByRole('table', { name: /^Events over time, 32 in all/ }).waitFor({ state: 'attached' });
    const types = page.getByRole('table', { name: 'Types and sub-types' });
    await types.getByRole('row', { name: /Show events of type shop, opened 30 93.8% \+100%/ }).waitFor();
    await page.getByRole('table', { name: 'Busiest users' }).getByText('anon_2').waitFor();

    await types.getByRole('button', { name: 'Show events of type level, won' }).click();
    await page.getByText('2 rows in all').waitFor();
    await page
      .getByRole('button', { name: /^level · won, event/ })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: 'level' });
    await drawer.getByText('"event_sub_type": "won"').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${daemon.url}/portal/events?tab=list`);
    await page.getByText('Latest 25').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('32 rows in all').waitFor();
    await page.getByRole('searchbox', { name: 'Session' }).fill(SESSIONS[1] ?? '');
    await page.getByText('2 rows in all').waitFor();
    await page.getByRole('searchbox', { name: 'Session' }).fill('no session'); // not a UUID, so it is ignored
    await page.getByText('32 rows in all').waitFor();
    await page.getByRole('searchbox', { name: 'Anonymous ID' }).fill('anon_3');
    await page.getByText('No matching events').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('32 rows in all').waitFor();
    // Two players won a level; one of them had opened the shop before that.
    await send(daemon, 1, { event_type: 'level', event: { event_sub_type: 'won' } });
    await page.getByRole('tab', { name: 'Funnel' }).click();
    await page.getByText('Choose two to six steps').waitFor();
    for (const step of ['shop · opened', 'level · any sub-type']) {
      await page.getByRole('combobox', { name: 'Add a step' }).click();
      await page.getByRole('option', { name: step }).click();
    }
    const funnel = page.getByRole('table', { name: 'Funnel' });
    await funnel.getByRole('row', { name: /1\. shop · opened 1 100%/ }).waitFor();
    await funnel.getByRole('row', { name: /2\. level · any sub-type 1 100% 100%/ }).waitFor();
    // The most recent opening of the shop counts as the start; it was only a few seconds earlier.
    await funnel
      .getByRole('row', { name: /2\. level · any sub-type 1 100% 100% 100% [\d.]+ secs? [\d.]+ secs?/ })
      .waitFor();
    await page.getByRole('combobox', { name: 'Time from the first step' }).click();
    await page.getByRole('option', { name: 'Within an hour' }).click();
    // The address contains the whole funnel, so a saved view restores it.
    await expect.poll(() => page.url()).toContain('within=1');
    await page.reload();
    await funnel.getByRole('row', { name: /2\. level · any sub-type 1 100% 100%/ }).waitFor();
    const bar = funnel.getByRole('progressbar', { name: '% of first step' });
    expect(await bar.first().getAttribute('aria-valuenow')).toBe('100');
    await page.getByRole('button', { name: 'Move step 1 down, shop · opened' }).press('Enter');
    await funnel.getByRole('row', { name: /1\. level · any sub-type 2 100%/ }).waitFor();
    await funnel.getByRole('row', { name: /2\. shop · opened 0 0%/ }).waitFor();
    expect(await bar.nth(1).getAttribute('aria-valuenow')).toBe('0');
    // The focus moved down with the step, which can now only move up.
    expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move step 2 down, shop · opened');
    await page.getByRole('button', { name: 'Move step 2 up, shop · opened' }).press('Enter');
    await funnel.getByRole('row', { name: /1\. shop · opened 1 100%/ }).waitFor();
    await page.getByRole('button', { name: 'Remove step 1, shop · opened' }).click();
    await funnel.getByRole('row', { name: /1\. level · any sub-type –/ }).waitFor();
    await page.getByRole('tab', { name: 'Sources' }).click();
    await page.getByText('No session came through a referral link').waitFor();
    await page.getByRole('combobox', { name: 'Count by' }).click();
    await page.getByRole('option', { name: 'utm_campaign' }).click();
    await page.getByText('No session had utm_campaign in this period').waitFor();
    await page.getByRole('tab', { name: 'Retention' }).click();
    // anon_1 first came eight days ago, and has come back since.
    await page.getByRole('table', { name: 'Retention by first week' }).getByText('100%').first().waitFor();
  });

  itInFull('show what the players who came through a link did', async () => {
    const daemon = await screens.daemon();
    await send(daemon, 2, { service_referral_link: 'https://game.example/?code=ANN' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events?tab=funnel');
    const table = page.getByRole('table', { name: 'From referral link to payment' });
    await table.getByRole('row', { name: /https:\/\/game\.example\/\?code=ANN 1 1 0 0% 0 0%/ }).waitFor();
    await send(daemon, 1, { event_type: 'session_created', utms: { utm_campaign: 'video-7' } });
    await page.getByRole('combobox', { name: 'Count by' }).click();
    await page.getByRole('option', { name: 'utm_campaign' }).click();
    await table.getByRole('row', { name: /video-7 1 1 0 0% 0 0%/ }).waitFor();
  });

  itInFull('show the progress of a long count, which can be stopped and started again', async () => {
    // `verify` would find a difference, because the counts by hour include events that were never stored.
    const daemon = await screens.daemon({ booksMayDiffer: true });
    await daemon.db.write(({ db, t }) =>
      db.insert(t.sdk_event_hours).values({
        ...{ game_id: 'game', event_type: 'shop', event_sub_type: 'opened', slot: 0, events: 2_000_000 },
        hour: startOfQuarter(Date.now() - HOUR_MS),
      }),
    );
    const { page } = await screens.open({ isAlone: true });
    // The clock is fixed, so that the period on the screen does not change on the hour.
    await page.clock.setFixedTime(Date.now());
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events');
    const sessions = page.locator('.card', { hasText: 'Sessions' }).first();
    await sessions.getByText('0', { exact: true }).waitFor();
    // The row now looks as if another daemon were counting the same figures.
    const running = { status: 'running' as const, events_read: 500_000, result: null, counted_at: null };
    await daemon.db.write(({ db, t }) =>
      db.update(t.event_reports).set({ ...running, updated_at: Date.now() + HOUR_MS }),
    );
    await page.reload();
    await page.getByText('Counted 500,000 of 2,000,000 events.').waitFor();
    expect(await page.getByRole('progressbar', { name: 'Events counted' }).getAttribute('aria-valuenow')).toBe('25');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('You stopped the count.').waitFor();
    await sessions.getByText('–', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Count again' }).click();
    await sessions.getByText('0', { exact: true }).waitFor();
  });
});
