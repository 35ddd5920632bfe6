import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { CREATOR, EMAIL, earned, linkTo, PHONE } from '../support/browsers/creator-page.ts';
import { addCode } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import { startMailServer } from '../support/servers/smtp.ts';
import { itInFull } from '../support/world/in-full.ts';
import { until } from '../support/world/wait-until.ts';

const MOST_BYTES = 90 * 1024;
/** Serves a game's web page. */
async function startGamePage(body: string) {
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(body));
  const url = await listen(server);
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  return { url, close };
}

inBrowser('the creator page', (screens) => {
  it('opens from an email on a phone, and shows the last payout by campaign', async () => {
    const mail = await startMailServer();
    const env = { REDEEMD_SMTP_URL: mail.url, REDEEMD_MAIL_FROM: 'Game <no-reply@game.example>' };
    const daemon = await screens.daemon({ env });
    await earned(daemon);
    const { page } = await screens.open({ ...PHONE, mayComplain: /401/ });
    await page.goto(`${daemon.url}/creator`);
    await page.getByLabel('Email address').fill(EMAIL);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await until('the email', async () => mail.mails.length === 1);
    const raw = mail.mails[0]?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const [link = ''] = /http:\S+\/creator#link=\S+/.exec(raw) ?? [];
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('heading', { name: 'Hello, mary' }).waitFor();
    expect(page.url()).toBe(`${daemon.url}/creator`);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
    await page.getByRole('button', { name: /^Payout for .*US\$6\.00.*Approved$/ }).click();
    await page.getByText('Show the campaigns').click();
    const line = page.getByRole('row', { name: /Summer/ });
    expect(await line.textContent()).toMatch(/Summer\s*US\$60\.00\s*US\$6\.00 \(10%\)/);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.goto('about:blank');
    await mail.close();
  });

  it('sends new payout details for approval, and finance compares and approves them', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const { page } = await screens.open(PHONE);
    await page.goto(await linkTo(daemon));
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Enter your details' }).click();
    await page.getByLabel('Method').selectOption('PayPal');
    await page.getByLabel('Account holder').fill('Mary Miller');
    await page.getByLabel('PayPal email address').fill('mary at pay.example');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('This does not look like an address that we can send payments to.').waitFor();
    await page.getByLabel('PayPal email address').fill('mary@pay.example');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await page.getByText('These new details are waiting for approval.').waitFor();

    const finance = await addMember(daemon, 'finance');
    await page.setViewportSize({ width: 1280, height: 800 });
    await signInAt(page, daemon.url, finance);
    await page.getByRole('link', { name: 'New payout details from mary are waiting for approval' }).click();
    const request = page.getByRole('region', { name: 'New details are waiting for approval' });
    await request.getByRole('row', { name: /Address not set mary@pay\.example/ }).waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Payout details approved.').waitFor();
    await request.waitFor({ state: 'detached' });
    // The form shows the new address as soon as the page has loaded the creator again.
    await page.getByLabel('Address').and(page.locator('[value="mary@pay.example"]')).waitFor();
    await page.goto(`${daemon.url}/creator`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Mary Miller').waitFor();
    expect(await page.getByText('These new details are waiting').count()).toBe(0);
  });

  itInFull('shows the codes with a link and a picture to share, and accepts a request for a new code', async () => {
    const daemon = await screens.daemon();
    const { code, campaignId } = await earned(daemon);
    const other = await addCode(daemon, campaignId, 'OTHER', { use_as_referral: 'Y' });
    const { page } = await screens.open(PHONE);
    await page.goto(await linkTo(daemon));
    const card = page.getByRole('listitem').filter({ hasText: code });
    expect(await card.textContent()).toContain('US$40.00 more revenue to reach 20%');
    await card.getByRole('button', { name: 'Copy link' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(code);
    await card.getByRole('button', { name: 'Share' }).click();
    const share = page.getByRole('dialog', { name: `Share ${code}` });
    await share.getByRole('img', { name: `Picture with the code ${code}` }).waitFor();
    const [picture] = await Promise.all([page.waitForEvent('download'), share.getByText('Save as PNG').click()]);
    expect(picture.suggestedFilename()).toBe(`${code}.png`);
    await share.getByRole('button', { name: 'Close' }).click();

    await page.getByText('Request a code').click();
    await page.getByLabel('Referral code').fill('NONE-SUCH');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Referral code').fill(other.code);
    await page.getByLabel(/Your own code/).fill('MARYS-OWN');
    await page.getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByText('Your code MARYS-OWN is waiting for review.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'MARYS-OWN' }).getByText('Waiting for review').waitFor();
  });

  itInFull('shows results by day and turns the emails off, in German and in dark mode', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const { page } = await screens.open({ ...PHONE, locale: 'de-DE', colorScheme: 'dark' });
    await page.goto(await linkTo(daemon));
    await page.getByRole('button', { name: 'Ergebnisse' }).click();
    await page.getByRole('img', { name: /^Umsatz pro Tag: 60,00 \$/ }).waitFor();
    await page.getByText('Als Tabelle zeigen').click();
    expect(await page.getByRole('row').count()).toBe(31);
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByLabel(/Täglich/).click();
    const isOn = async () => {
      const [row] = await daemon.db.read(({ db, t }) => db.select().from(t.creators));
      return row?.unsubscribed_at === null;
    };
    await until('the change', async () => !(await isOn()));
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.getByLabel('E-Mail-Adresse').waitFor();
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(20, 22, 27)');
  });

  it('reports a used link, and loads at most 90 KB of compressed JavaScript', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const link = await linkTo(daemon);
    const { page } = await screens.open({ ...PHONE, isAlone: true, mayComplain: /401/ });
    const sizes: Promise<number>[] = [];
    page.on('response', (response) => {
      if (!new URL(response.url()).pathname.endsWith('.js')) return;
      sizes.push(response.allHeaders().then((headers) => Number(headers['content-length'] ?? 0)));
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'Share' }).waitFor();
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    console.info(`Creator page ${(bytes / 1024).toFixed(1)} KB`);
    expect(bytes).toBeGreaterThan(50 * 1024);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('This link has already been used or has expired.').waitFor();
  });

  it('can be framed only by the sites listed in the settings', async () => {
    const daemon = await screens.daemon();
    await earned(daemon);
    const params = { creator_id: CREATOR };
    const { url } = done(await daemon.server.call('createCreatorEmbedToken', { params }));
    const game = await startGamePage(`<iframe src="${url}" width="380" height="700"></iframe>`);
    const policy = async (path: string) => {
      const { headers } = await fetch(daemon.url + path);
      return [
        /frame-ancestors ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1],
        headers.get('x-frame-options'),
      ];
    };
    expect(await policy('/creator/embed')).toEqual(["'none'", null]);
    const origins = { creator_frame_origins: [`${game.url}/play`, 'https://other.example'] };
    const saved = done(await daemon.owner.edit('changeSettings', { body: origins }));
    expect(saved.creator_frame_origins).toEqual([game.url, 'https://other.example']);
    expect(await policy('/creator/embed')).toEqual([`${game.url} https://other.example`, null]);
    expect((await policy('/creator'))[0]).toBe("'none'");
    const { page } = await screens.open({ ...PHONE, isAlone: true });
    await page.goto(`${game.url}/play`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Hello, mary' }).waitFor();
    expect(await frame.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.goto('about:blank');
    await game.close();
  });
});
