import { expect, it } from 'vitest';
import { monthOf, parseMonth, shiftMonth, spanOf } from '../../src/renderer/lib/months.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

it('a month begins and ends at midnight in the organisation’s zone', () => {
  const span = spanOf('2026-10', 'Europe/Berlin');
  expect([new Date(span.from).toISOString(), new Date(span.to).toISOString()]).toEqual([
    '2026-09-30T22:00:00.000Z',
    '2026-10-31T23:00:00.000Z',
  ]);
  expect(span.days).toHaveLength(31);
  expect(span.days.filter(({ isWeekend }) => isWeekend).map(({ day }) => day)).toEqual([
    3, 4, 10, 11, 17, 18, 24, 25, 31,
  ]);
  expect(monthOf(span.to, 'Europe/Berlin')).toBe('2026-11');
  expect(monthOf(span.to, 'America/New_York')).toBe('2026-10');
  expect([shiftMonth('2026-12', 1), shiftMonth('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(['2026-12', '2026-13', '26-1', 7].map(parseMonth)).toEqual(['2026-12', null, null, null]);
});

inBrowser('the calendar', (screens) => {
  it('shows a month, can be navigated with the keyboard, and has an address that can be shared', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon, {
      ...{ name: 'Spring', starts_at: '2090-04-10T00:00:00Z', ends_at: '2090-05-16T12:00:00Z' },
    });
    await addCode(daemon, campaignId, 'DROP', { starts_at: '2090-05-02T18:00:00Z', ends_at: '2090-05-04T18:00:00Z' });
    const params = { campaign_id: campaignId };
    const body = { due_at: '2090-05-08T09:30:00Z', move: 'pause' as const };
    done(await daemon.owner.call('scheduleCampaignChange', { params, body }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns/calendar?month=2090-05');
    await page.getByRole('heading', { name: 'May 2090' }).waitFor();
    const month = page.getByRole('region', { name: 'Calendar' });
    await month.getByText('2 May 2090, 18:00 – 4 May 2090, 18:00').waitFor();
    await month.getByRole('link', { name: '8 May 2090, 09:30: Pause' }).waitFor();
    const track = month.getByRole('listitem').filter({ hasText: 'Spring' });
    const bar = await track.getByText('10 Apr 2090, 00:00 – 16 May 2090, 12:00').boundingBox();
    expect(bar).not.toBeNull();

    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'April 2090' }).waitFor();
    await month.getByRole('link', { name: 'DROP' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('month')).toBe('2090-04');
    await page.goBack();
    await month.getByRole('link', { name: 'DROP' }).click();
    await page.getByRole('heading', { level: 1, name: 'DROP' }).waitFor();
  });
});
