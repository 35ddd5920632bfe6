import { expect, it } from 'vitest';
import { inBrowser, signInAt, untilStill } from '../support/browsers/browser.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const CLICK_PAUSE_AT_ONCE = `new MutationObserver((_, watching) => {
  const pause = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Pause');
  if (!pause) return;
  watching.disconnect();
  pause.click();
  globalThis.hasClicked = true;
}).observe(document.body, { subtree: true, childList: true, characterData: true })`;

inBrowser('two people who edit the same object', (screens) => {
  it('see both values of each field, and the ones they choose are saved', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const params = { campaign_id: campaignId };
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/edit`);
    const form = page.getByRole('dialog', { name: 'Edit campaign' });
    await form.getByLabel('Notes').fill('Written by the first');
    done(
      await daemon.owner.edit('changeCampaign', { params, body: { name: 'Renamed', notes: 'Written by the second' } }),
    );
    await form.getByRole('button', { name: 'Save' }).click();

    const conflict = page.getByRole('dialog', { name: 'Someone else edited this' });
    await conflict.getByText(`${OWNER.email} saved changes after you opened this form.`).waitFor();
    await conflict.getByText('only they changed this; their value will be kept').waitFor();
    await conflict.getByText('Renamed').waitFor();
    const save = conflict.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    // The form keeps its input, and the next attempt to save shows the conflict again.
    await conflict.getByRole('button', { name: 'Back to the form' }).click();
    expect(await form.getByLabel('Notes').inputValue()).toBe('Written by the first');
    await form.getByRole('button', { name: 'Save' }).click();
    await conflict.getByRole('radio', { name: 'Your version' }).click();
    await save.click();
    await form.waitFor({ state: 'detached' });
    const saved = done(await daemon.owner.call('getCampaign', { params }));
    expect(saved).toMatchObject({ name: 'Renamed', notes: 'Written by the first' });
  });

  itInFull('do not restore old rewards: the form sends only changed fields', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'SHARED');
    const params = { code_id };
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}/edit`);
    await page.getByLabel('Name').fill('New name');
    done(await daemon.owner.edit('changeCode', { params, body: { rewards_json: '{"gems": 5}' } }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Someone else edited this' });
    await conflict.getByText('only you changed this; your value will be saved').waitFor();
    await conflict.getByText('{"gems": 5}').waitFor();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const saved = done(await daemon.owner.call('getCode', { params }));
    expect(saved).toMatchObject({ name: 'New name', rewards_json: '{"gems": 5}' });
    // The form shows the saved values, so the next change causes no conflict.
    await expect.poll(() => page.getByLabel('Rewards').inputValue()).toBe('{"gems": 5}');
    await page.getByLabel('Name').fill('Newer name');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => done(await daemon.owner.call('getCode', { params })))
      .toMatchObject({ name: 'Newer name', rewards_json: '{"gems": 5}' });
  });

  itInFull('publish only what they have seen, and a double click does not pause the campaign', async () => {
    const daemon = await screens.daemon();
    const campaignId = await newCampaign(daemon, { name: 'Draft' });
    await addCode(daemon, campaignId, 'DOUBLE');
    const params = { campaign_id: campaignId };
    const status = async () => done(await daemon.owner.call('getCampaign', { params })).status;
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    const question = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Publish' }).click();
    await question.getByText('1 code', { exact: true }).waitFor();
    done(await daemon.owner.edit('changeCampaign', { params, body: { name: 'Changed' } }));
    await question.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Someone else made a change after you opened this page.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Changed' }).waitFor();
    expect(await status()).toBe('draft');

    // The second click of a double click lands outside the dialog and does not close it.
    await page.getByRole('button', { name: 'Publish' }).click();
    await question.getByText('1 code', { exact: true }).waitFor();
    await page.mouse.click(5, 5);
    await untilStill(page);
    expect(await question.isVisible()).toBe(true);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });

    // The second click of a double click comes after Pause has replaced Publish.
    await page.evaluate(CLICK_PAUSE_AT_ONCE);
    await page.getByRole('button', { name: 'Publish' }).dblclick();
    await question.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('” published.').waitFor();
    await expect.poll(() => page.evaluate('globalThis.hasClicked')).toBe(true);
    expect(await page.getByRole('dialog', { name: 'Pause this campaign?' }).count()).toBe(0);
    expect(await status()).toBe('active');
  });
});
