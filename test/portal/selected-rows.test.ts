import { expect, it } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

type Code = AnswerOf<Endpoints['getCode']>;
const STARTS_AT = '2026-05-01T00:00:00.000Z';
const NAMES = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA'];

inBrowser('selected rows', (screens) => {
  it('can be chosen with Shift or with the keyboard, and are changed together', async () => {
    const daemon = await screens.daemon();
    const campaign_id = await runningCampaign(daemon);
    for (const code of NAMES) await addCode(daemon, campaign_id, code, { starts_at: STARTS_AT });
    const listed = async (): Promise<Code[]> =>
      done(await daemon.owner.call('listCodes', { params: { campaign_id }, query: { sort: 'code' } })).data;
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaign_id}?sort=code`);
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const isSelected = () => Promise.all(NAMES.map((name) => box(name).isChecked()));

    // In a text field, the shortcuts for lists are ordinary letters.
    const search = page.getByRole('searchbox', { name: 'Search codes' });
    await search.pressSequentially('xjk');
    expect(await search.inputValue()).toBe('xjk');
    await search.fill('');

    await box('ALPHA').check();
    await box('CHARLIE').click({ modifiers: ['Shift'] });
    await bar.getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    for (const key of ['j', 'j', 'j', 'j', 'x', 'k', 'k', 'Shift+X']) await page.keyboard.press(key);
    await bar.getByText('3 selected').waitFor();
    expect(await isSelected()).toEqual([false, true, true, true]);

    // A colleague changes DELTA in the meantime, so it is not deactivated.
    const delta = (await listed())[3];
    if (!delta) throw new Error('There is no DELTA');
    const { code_id, version } = delta;
    done(await daemon.owner.call('changeCode', { params: { code_id }, body: { name: 'Changed', version } }));
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: 'Deactivate 3 codes?' });
    await question.getByText('CHARLIE').waitFor();
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('2 changed').waitFor();
    await bar.getByRole('alert').getByText('DELTA:').waitFor();
    expect((await listed()).map(({ active }) => active)).toEqual(['Y', 'N', 'N', 'Y']);

    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await bar.getByRole('button', { name: 'Limit' }).click();
    const limit = page.getByRole('dialog', { name: 'Limit for 4 codes' });
    await limit.getByLabel('Maximum redemptions per code').fill('0');
    await limit.getByRole('button', { name: 'Set limit' }).click();
    await limit.getByText('A whole number from 1 to 1,000,000,000').waitFor();
    await limit.getByLabel('Maximum redemptions per code').fill('250');
    await limit.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText('4 changed').waitFor();
    await bar.waitFor({ state: 'detached' });
    expect((await listed()).map(({ usage_limit }) => usage_limit)).toEqual([250, 250, 250, 250]);

    // A date that is not set in the form stays the same.
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Dates' }).click();
    const dates = page.getByRole('dialog', { name: 'Dates for 4 codes' });
    const save = dates.getByRole('button', { name: 'Set dates' });
    expect(await save.isDisabled()).toBe(true);
    await dates.getByRole('combobox', { name: 'Redeemable until' }).click();
    await page.getByRole('option', { name: 'Set a date and time' }).click();
    await save.click();
    await dates.getByText('Enter a date and time').waitFor();
    await dates.getByLabel('Redeemable until: time').fill('2026-12-24T18:00');
    await save.click();
    await bar.waitFor({ state: 'detached' });
    expect((await listed()).map(({ starts_at, ends_at }) => [starts_at, ends_at])).toEqual(
      NAMES.map(() => [STARTS_AT, '2026-12-24T18:00:00.000Z']),
    );
  });

  itInFull('can be campaigns, and each action applies only to the campaigns that allow it', async () => {
    const daemon = await screens.daemon();
    for (const name of ['Season 1', 'Season 2']) await runningCampaign(daemon, { name });
    await newCampaign(daemon, { name: 'Season 3' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns?sort=name&q=Season');
    for (const name of ['Season 1', 'Season 2', 'Season 3'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Publish 1' }).waitFor();
    await page.getByRole('button', { name: 'Pause 2' }).click();
    await page.getByRole('dialog', { name: 'Pause 2 campaigns?' }).getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 changed').waitFor();
    const { data } = done(await daemon.owner.call('listCampaigns', { query: { sort: 'name', q: 'Season' } }));
    expect(data.map(({ status }: { status: string }) => status)).toEqual(['paused', 'paused', 'draft']);

    // An archived campaign can only be restored. It is paused afterwards.
    const box = page.getByRole('checkbox', { name: 'Select Season 1' });
    for (const [move, status] of [
      ['Archive', 'Archived'],
      ['Restore', 'Paused'],
    ] as const) {
      await box.check();
      await page.getByRole('button', { name: `${move} 1` }).click();
      const question = page.getByRole('dialog', { name: `${move} 1 campaign?` });
      await question.getByRole('button', { name: move }).click();
      await page.getByText('1 changed').last().waitFor();
      const row = page.getByRole('row', { name: /Season 1/ });
      await row.getByText(status).waitFor();
    }

    for (const name of ['Season 2', 'Season 3']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Games', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Games for 2 campaigns' });
    await dialog.getByLabel('Games').pressSequentially('one game,skyhold');
    await dialog.getByRole('button', { name: 'Set games' }).click();
    await dialog.waitFor({ state: 'detached' });
    const changed = done(await daemon.owner.call('listCampaigns', { query: { sort: 'name', q: 'Season' } })).data;
    expect(changed.map(({ games }: { games: string[] | null }) => games)).toEqual([
      null,
      ['game', 'one', 'skyhold'],
      ['game', 'one', 'skyhold'],
    ]);
  });
});
