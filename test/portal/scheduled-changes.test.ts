import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { runBulkSteps } from '../../daemon/features/bulk-codes/run-bulk-jobs.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { jobDone } from '../support/http/bulk-jobs.ts';
import { moveCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const HOUR = 3_600_000;
/** Returns the text to type into a date and time field for the time `hours` hours from now, in UTC. */
const typedIn = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString().slice(0, 16);

inBrowser('scheduled changes in the Portal', (screens) => {
  it('are listed, can be cancelled, are applied when they are due, and show the reason if they fail', async () => {
    const late = { by: 0 };
    const daemon = await screens.daemon({ clock: () => Date.now() + late.by });
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    const open = async () => {
      await page.getByRole('button', { name: 'More actions for Running' }).click();
      await page.getByRole('menuitem', { name: 'Schedule a change' }).click();
      return page.getByRole('dialog', { name: 'Schedule a change to this campaign' });
    };
    const schedule = async (kind: string, hours: number, fill?: (dialog: Locator) => Promise<void>) => {
      const dialog = await open();
      await dialog.getByLabel('At', { exact: true }).fill(typedIn(hours));
      await dialog.getByRole('combobox', { name: 'Change' }).click();
      await page.getByRole('option', { name: kind }).click();
      await fill?.(dialog);
      await dialog.getByRole('button', { name: 'Schedule' }).click();
      return dialog;
    };
    const list = page.getByRole('region', { name: 'Scheduled changes' });
    const early = await schedule('Pause', -1);
    await early.getByText('Enter a date and time in the future').waitFor();
    await early.getByLabel('At', { exact: true }).fill(typedIn(2));
    await early.getByRole('button', { name: 'Schedule' }).click();
    await list.getByText('Pause').waitFor();
    await schedule('Change the period', 3, (dialog) => dialog.getByLabel('New end').fill(typedIn(1000)));
    await list.getByText('End:').waitFor();
    await schedule('Publish or resume', 4);
    await list.getByText('Publish').waitFor();

    await list.getByRole('button', { name: 'Cancel this change' }).nth(1).click();
    await page.getByRole('button', { name: 'Cancel the change' }).click();
    await list.getByText('End:').waitFor({ state: 'detached' });

    late.by = 2 * HOUR;
    await daemon.runDueJobs();
    await page.reload();
    await page.getByText('Paused', { exact: true }).waitFor();
    done(await moveCampaign(daemon, campaignId, 'archive'));
    late.by = 4 * HOUR;
    await daemon.runDueJobs();
    await page.reload();
    await list.getByText('Failed', { exact: true }).waitFor();
    await list.getByText('This change is not possible in the current status.').waitFor();
  });

  itInFull('can set the limit of a batch', async () => {
    const late = { by: 0 };
    const daemon = await screens.daemon({ clock: () => Date.now() + late.by });
    const campaignId = await runningCampaign(daemon);
    const body = { name: 'Gifts', root_url: 'https://game.example/r', rewards_json: '[]', count: 3 };
    const { job_id } = done(await daemon.owner.call('generateCodes', { params: { campaign_id: campaignId }, body }));
    await jobDone(daemon.owner, job_id);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/batches/${job_id}`);
    await page.getByRole('link', { name: 'Schedule a change' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a change to this batch' });
    await dialog.getByLabel('At', { exact: true }).fill(typedIn(2));
    await dialog.getByRole('combobox', { name: 'Change' }).click();
    await page.getByRole('option', { name: 'Change the limit' }).click();
    await dialog.getByLabel('Maximum redemptions per code').fill('25');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('Maximum redemptions per code: 25').waitFor();
    late.by = 2 * HOUR;
    await daemon.runDueJobs();
    await runBulkSteps(daemon.db, () => Date.now() + late.by);
    const { data } = done(
      await daemon.owner.call('listCodes', { params: { campaign_id: campaignId }, query: { batch_id: job_id } }),
    );
    expect(data.map(({ usage_limit }: { usage_limit: number }) => usage_limit)).toEqual([25, 25, 25]);
  });
});
