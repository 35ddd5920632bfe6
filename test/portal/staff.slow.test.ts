import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('staff in the Portal', (screens) => {
  it('are invited with a link, get a new link and another role, and are removed', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'staff');
    await page.getByRole('link', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Ann <i>');
    await dialog.getByLabel('Email').fill('ann');
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    await dialog.getByText('Enter a valid email address').waitFor();
    await dialog.getByLabel('Email').fill('ann@example.test');
    await dialog.getByRole('radio', { name: 'Finance' }).check();
    await dialog.getByRole('button', { name: 'Create invitation' }).click();
    const shownLink = async () => (await dialog.getByText(/#invitation=/).textContent()) ?? '';
    const first = await shownLink();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const row = page.getByRole('row', { name: /Ann <i>.*Finance.*Invited.*Invitation valid until/ });
    await row.waitFor();

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Ann <i>' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('New invitation link');
    await dialog.getByRole('button', { name: 'Create new link' }).click();
    const second = await shownLink();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    const accept = (link: string) =>
      daemon.client.call('acceptInvitation', {
        body: { token: link.split('#invitation=')[1] ?? '', password: 'a password of ann' },
      });
    expect((await accept(first)).status).toBe(401);
    expect(done(await accept(second)).staff).toMatchObject({ name: 'Ann <i>', role: 'finance' });

    await page.reload();
    await page.getByRole('link', { name: 'Ann <i>' }).click();
    await dialog.getByRole('radio', { name: 'Moderator' }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The changes to Ann <i>’s account have been saved.').waitFor();
    await page.getByRole('row', { name: /Ann <i>.*Moderator.*Active/ }).waitFor();
    await choose('Remove');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await choose('Remove');
    await dialog.getByText('Their sessions will end immediately').waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Ann <i> has been removed.').waitFor();
    await page.goto(`${daemon.url}/portal/staff?status=removed`);
    await page.getByRole('row', { name: /Ann <i>.*Removed/ }).waitFor();
  });

  it('keep their last owner, and do not overwrite each other’s changes', async () => {
    const daemon = await screens.daemon();
    const member = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'staff');
    await page.getByRole('row').filter({ hasText: OWNER.email }).getByRole('link').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Viewer' }).check();
    await dialog.getByText('This is your own role.').waitFor();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByText('Make another person an owner first.').waitFor();
    await page.goto(`${daemon.url}/portal/staff/${member.staff_id}/edit`);
    await dialog.getByLabel('Name').fill('Mine');
    const params = { staff_id: member.staff_id };
    done(await daemon.owner.edit('changeStaff', { params, body: { name: 'Theirs' } }));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Someone else edited this' });
    await conflict.getByRole('radio', { name: 'Their version' }).click();
    await conflict.getByRole('button', { name: 'Keep their version' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(done(await daemon.owner.call('getStaff', { params })).name).toBe('Theirs');
    await page.goto(`${daemon.url}/portal/staff?q=nothing`);
    await page.getByText('No matching members of staff').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('1–2 of 2').waitFor();
  });
});
