import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';

const closed = { type: 'object', additionalProperties: false };
const planOf = (opened: object) => JSON.stringify({ properties: { shop: { properties: { opened } } } }, null, 2);

inBrowser('a tracking plan in the Portal', (screens) => {
  it('is saved, shows its faults and the events that do not fit, and is deleted', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events?tab=plan');
    await page.getByText('Choose a game to see its plan').waitFor();
    await page.getByText('Every event fits its plan').waitFor();
    await page.getByRole('searchbox', { name: 'Game' }).fill('game');
    await page.getByRole('heading', { name: 'Tracking plan of game' }).waitFor();
    const field = page.getByRole('textbox', { name: 'Plan' });
    const save = page.getByRole('button', { name: 'Save plan' });
    await field.fill('{\n  "properties": }');
    await page.getByText('Line 2, column 17: Expected a value.').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field.fill(planOf({ ...closed, minProperties: 1 }));
    await save.click();
    const alert = page.getByRole('alert');
    await alert.getByText('/properties/shop/properties/opened/minProperties').waitFor();
    await alert.getByText('minProperties is not supported.').waitFor();
    await field.fill(planOf(closed));
    await save.click();
    await page.getByText('Plan saved.').waitFor();

    const event = { ...sdkEvent(), event: { event_sub_type: 'opened', event_details: { colour: 'red' } } };
    done(await daemon.server.call('gameEvent', { body: { events: [event, { ...sdkEvent(), event_type: 'level' }] } }));
    await page.reload();
    const table = page.getByRole('table', { name: 'Events that do not fit' });
    await table.getByRole('row', { name: /level · opened.* – Unknown type game 1/ }).waitFor();
    const row = table.getByRole('row', { name: /shop · opened.* \/colour Not in the plan game 1/ });
    const { name, bytes } = await savedBy(page, () => page.getByRole('button', { name: 'Save as CSV' }).click());
    expect([name, bytes.toString('utf8').split('\n').length]).toEqual(['plan-violations.csv', 4]);
    await row.getByRole('button').click();
    const drawer = page.getByRole('dialog', { name: 'shop' });
    await drawer.getByText(event.event_id).first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    // A draft is not lost without a warning.
    await field.fill(planOf({ type: 'object' }));
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    // Another person changes the plan in the meantime.
    const other = planOf({ ...closed, description: 'The shop was opened.' });
    done(await daemon.owner.call('saveTrackingPlan', { body: { game_id: 'game', plan_json: other, version: 1 } }));
    await save.click();
    const conflict = page.getByRole('dialog');
    await conflict.getByText('The shop was opened.').waitFor();
    await conflict.getByRole('radio').last().click();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(done(await daemon.owner.call('getTrackingPlan', { query: { game_id: 'game' } }))).toMatchObject({
      plan_json: planOf({ type: 'object' }),
      version: 3,
    });

    await page.getByRole('button', { name: 'Delete plan' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete plan' }).click();
    await page.getByText('Plan deleted.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await table.getByRole('row', { name: /shop · opened/ }).waitFor();
  });
});
