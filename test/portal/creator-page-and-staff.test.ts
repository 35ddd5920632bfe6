import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { CREATOR, EMAIL, earned, linkTo, PHONE } from '../support/browsers/creator-page.ts';
import { addCreatorCode } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';
import { until } from '../support/world/wait-until.ts';

inBrowser('the creator page with its emails and staff view', (screens) => {
  itInFull('shows the leaderboard of a campaign, which contains the creator’s name only if they agree', async () => {
    const daemon = await screens.daemon();
    const { campaignId } = await earned(daemon);
    const { code } = await addCreatorCode(daemon, 'bob', 'BASE');
    for (const user_id of ['one', 'two']) done(await daemon.server.call('redeem', { body: { user_id, code } }));
    const { page } = await screens.open(PHONE);
    await signInAt(page, daemon.url, OWNER);
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}/edit`);
    await page.getByRole('switch', { name: 'Leaderboard' }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();

    await page.goto(await linkTo(daemon));
    await page.getByRole('button', { name: 'Results' }).click();
    const board = page.getByRole('region', { name: 'Leaderboard for Summer' });
    await board.getByRole('row', { name: '1. Another creator 2' }).waitFor();
    await board.getByRole('row', { name: '2. You 1' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.getByLabel('Show my name to the other creators').click();
    const shown = async () => {
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.creators));
      return rows.flatMap(({ creator_id, shows_name }) => (shows_name ? [creator_id] : []));
    };
    await until('the choice', async () => (await shown()).join() === CREATOR);
  });

  itInFull('changes the email address through a link that is sent to the new address', async () => {
    const mail = await startMailServer();
    const env = { REDEEMD_SMTP_URL: mail.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
    const daemon = await screens.daemon({ env });
    await earned(daemon);
    const { page } = await screens.open(PHONE);
    await page.goto(await linkTo(daemon));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Change address' }).click();
    await page.getByLabel('New email address').fill('new@mail.example');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('We sent a link to new@mail.example. Open it within 15 minutes.').waitFor();
    await until('the email', async () => mail.mails.length === 1);
    const raw = mail.mails[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const [link = ''] = /http:\S+\/creator#address=\S+/.exec(raw) ?? [];
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('From now on, emails and links will go to new@mail.example.').waitFor();
    await page.getByRole('link', { name: 'Open your page' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('new@mail.example').waitFor();
    await until('the email to the old address', async () => mail.mails.length === 2);
    expect(mail.mails[1]?.to).toEqual([EMAIL]);
    await page.goto('about:blank');
    await mail.close();
  });

  it('opens for staff as the creator sees it, and for a creator whom staff have invited', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const { page } = await screens.open({ locale: 'en-GB' });
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'));
    await page.goto(`${daemon.url}/portal/creators/${CREATOR}`);
    await page.getByRole('button', { name: 'More actions for mary' }).click();
    await page.getByRole('menuitem', { name: 'Email a link to the creator’s page' }).click();
    await page.getByText('The email to mary@mail.example will be sent once a mail server has been set up.').waitFor();
    await page.getByRole('button', { name: 'More actions for mary' }).click();
    await page.getByRole('menuitem', { name: 'Show the creator’s page' }).click();
    const [view] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Open in a new tab' }).click(),
    ]);
    await view.getByText('This is the page as mary sees it.').waitFor();
    expect(await view.getByText('Request a code').count()).toBe(0);
    await view.getByRole('button', { name: 'Settings' }).click();
    await view.getByText('Hidden in this view.').waitFor();
    expect(await view.getByRole('checkbox').isDisabled()).toBe(true);
    expect(await view.getByRole('button', { name: 'Change address' }).count()).toBe(0);
    await view.getByRole('button', { name: 'Close this view' }).click();
    await view.getByLabel('Email address').waitFor();
    await view.close();
  });
});
