import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, addCreatorCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';

const SCRIPTS = [
  '<script>globalThis.ran=1</script>',
  '<img src=x onerror="globalThis.ran=1">',
  '<svg onload=globalThis.ran=1>',
  '<svg><script>globalThis.ran=1</script></svg>',
  '<iframe srcdoc="<script>parent.ran=1</script>">',
  '<body onload=globalThis.ran=1>',
  '<details open ontoggle=globalThis.ran=1>',
  '<input autofocus onfocus=globalThis.ran=1>',
  '<video><source onerror=globalThis.ran=1></video>',
  '<a href="javascript:globalThis.ran=1">press</a>',
  '<math><mtext><style><img src=x onerror=globalThis.ran=1>',
  '<object data="javascript:globalThis.ran=1">',
  '<base href="javascript:globalThis.ran=1//">',
  '<form action="javascript:globalThis.ran=1"><button>go',
  '<meta http-equiv=refresh content="0;javascript:globalThis.ran=1">',
  'javascript:globalThis.ran=1',
  '{{constructor.constructor("globalThis.ran=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the payload
  '${globalThis.ran=1}',
  '<%= globalThis.ran=1 %>',
  'data:text/html,<script>globalThis.ran=1</script>',
];
const FRAMES = [
  (script: string) => script,
  (script: string) => `">${script}`,
  (script: string) => `'>${script}`,
  (script: string) => `--> ${script}`,
  (script: string) => `]]>${script}`,
  (script: string) => `</title>${script}`,
  (script: string) => `</textarea>${script}`,
  (script: string) => `</style>${script}`,
  (script: string) => `</script>${script}`,
  (script: string) => `\\";${script}//`,
];
const PAYLOADS = FRAMES.flatMap((frame) => SCRIPTS.map(frame));

/** Puts the payloads into every name that staff, games and players enter. Returns the ID of the campaign with codes. */
async function fillWith(daemon: TestDaemon, payloads: readonly string[]) {
  const { owner, server } = daemon;
  const campaignId = await runningCampaign(daemon, { name: payloads[0] ?? '', notes: payloads.join('\n') });
  await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
  for (const [at, text] of payloads.entries()) {
    if (at % 5 === 0) await newCampaign(daemon, { name: text, notes: text });
    if (at % 5 === 1) await addCode(daemon, campaignId, `CODE-${at}`, { name: text });
    if (at % 5 === 2) {
      const { code } = await addCreatorCode(daemon, `creator-${at}`, 'BASE');
      done(
        await owner.edit('changeCreator', { params: { creator_id: `creator-${at}` }, body: { display_name: text } }),
      );
      done(await server.call('redeem', { body: { user_id: text, code } }));
    }
    if (at % 5 === 3) done(await owner.call('createApiKey', { body: { name: text, kind: 'client' } }));
    if (at % 5 === 4) await server.call('redeem', { body: { user_id: `guesser-${at % 3}`, code: text } });
  }
  return campaignId;
}

/** Returns the text of all pages of a list. */
async function textOf(page: Page, url: string): Promise<string> {
  await page.goto(url);

  await page.locator('#content').getByText(/ran=1/).filter({ visible: true }).first().waitFor();
  let text = '';
  for (;;) {
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'hidden' });
    text += await page.locator('#content').textContent();
    const more = page.getByRole('button', { name: /^(next page|Show more)$/ });
    if (!(await more.isVisible()) || (await more.isDisabled())) return text;
    await Promise.all([page.waitForResponse(/\/v1\/admin\//), more.click()]);
  }
}

inBrowser('text that staff, games and players enter', (screens) => {
  it('is shown as text, and none of 200 script payloads in it runs', { timeout: 240_000 }, async () => {
    expect(new Set(PAYLOADS).size).toBe(200);
    const daemon = await screens.daemon();
    const campaignId = await fillWith(daemon, PAYLOADS);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER);
    const lists = [
      'campaigns',
      `campaigns/${campaignId}`,
      'creators',
      'players?tab=claims&receipt=any',
      'api-keys',
      ...[0, 1, 2].map((n) => `players?user=guesser-${n}`),
    ];
    let shown = '';
    for (const path of lists) shown += await textOf(page, `${daemon.url}/portal/${path}`);
    // Lists can break long texts into lines, so white space is not compared.
    const flat = shown.replace(/\s+/g, ' ');
    expect(PAYLOADS.filter((payload) => !flat.includes(payload.replace(/\s+/g, ' ')))).toEqual([]);
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}`);
    await page.getByRole('tab', { name: 'Commission and notes' }).click();
    await page.getByRole('region', { name: 'Notes' }).getByText('</textarea>').first().waitFor();
    await page.goto(
      `${daemon.url}/portal/campaigns?q=${encodeURIComponent(PAYLOADS[5] ?? '')}&status=%3Cscript%3E&page=-1`,
    );
    await page.getByRole('link', { name: PAYLOADS[5] ?? '', exact: true }).waitFor();
    expect(await page.evaluate('globalThis.ran')).toBeUndefined();
  });
});
