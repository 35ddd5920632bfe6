import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER } from '../support/world/daemon.ts';

const HOUR_MS = 3_600_000;

inBrowser('jobs in the Portal', (screens) => {
  it('show an owner what ran, what failed and what is overdue', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const started_at = Date.now() - HOUR_MS;
    await daemon.db.write(async ({ db, t: { job_runs } }) => {
      await db.delete(job_runs);
      await db.insert(job_runs).values({
        ...{ job: 'monthly-payouts', period: '2020-01', status: 'failed', fence: 9, error: 'Error: the disk is full' },
        // The lease keeps the daemon from retrying the run during the test.
        ...{ started_at, finished_at: started_at, lease_until: Date.now() + HOUR_MS / 2 },
      });
      await db.insert(job_runs).values({
        ...{ job: 'campaign-ends', period: '7@1700000000000', status: 'done', fence: 1 },
        ...{ started_at, finished_at: started_at },
      });
    });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'jobs');
    await page.getByText('Overdue: monthly-payouts').waitFor();
    await page.getByRole('row', { name: /monthly-payouts.*Failed.*2020-01.*the disk is full.*Was due/ }).waitFor();
    await page.getByRole('row', { name: /campaign-ends.*Done.*Campaign 7/ }).waitFor();
    await page.getByRole('row', { name: /unfinished-payouts.*Never/ }).waitFor();

    const other = (await screens.open()).page;
    await signInAt(other, daemon.url, await addMember(daemon, 'live_ops'), 'jobs');
    await other.getByRole('heading', { name: 'Your account cannot open this page' }).waitFor();
    expect(await other.getByRole('link', { name: 'Jobs' }).count()).toBe(0);
  });
});
