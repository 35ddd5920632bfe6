import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { playerPays } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { expectedSources, peopleOf, playMonth, type Source, sessionsOf } from './month-of-events.ts';

// A player who comes from a video arrives with UTM parameters, consents, redeems at sign-in and pays, in a game with
// two million events in the last 30 days. Staff see the exact figures, wherever the events are stored.

const EVENTS = 2_000_000;
const FAN = 'fan-1';
const VIDEO = 'video-ann';
const UTM = 'ann-1';

/** Serves a game whose page asks for consent. Its server redeems the code in the address when the player signs in. */
async function startGame(daemon: TestDaemon): Promise<string> {
  const { key } = done(await daemon.owner.call('createApiKey', { body: { name: 'Web', kind: 'client' } }));
  const html = `<!doctype html><title>Game</title><link rel="icon" href="data:,">
    <p id="banner">May we measure how you use this page? <button onclick="allow()">Allow</button></p>
    <button onclick="signIn()">Sign in</button> <button onclick="buy()">Buy gems</button> <p role="status"></p>
    <script src="${daemon.url}/sdk.js"></script><script>
      const { EVENTS, EventsBaseURL } = ServiceSDK;
      const events = new EVENTS('${key}', 'game', EventsBaseURL.EVENTS_PROD, { consent: 'pending' });
      events.startSession();
      const say = (words) => { document.querySelector('[role=status]').textContent = words; };
      const ask = async (path, body) => (await fetch(path, { method: 'POST', body: JSON.stringify(body) })).text();
      function allow() {
        events.setConsent('granted');
        document.querySelector('#banner').remove();
      }
      async function signIn() {
        events.setUserDetails({ user_id: '${FAN}' });
        say(await ask('/sign-in', { code: events.getRedeemCode() }));
      }
      async function buy() {
        const answer = await ask('/buy', {});
        await events.createUserEvent([{ event_type: 'shop', event: { event_sub_type: 'bought' } }]);
        await events.flush();
        say(answer);
      }
    </script>`;
  const server = createServer(async (request, response) => {
    if (request.url === '/sign-in') {
      const { code } = JSON.parse(await text(request));
      done(await daemon.server.call('redeem', { body: { user_id: FAN, code } }));
      response.end(`Welcome, ${code} is yours`);
    } else if (request.url === '/buy') {
      await playerPays(daemon, FAN, 19.99);
      response.end('You have gems');
    } else response.setHeader('content-type', 'text/html').end(html);
  });
  onTestFinished(() => void server.close());
  return await listen(server);
}

async function playAsFan(page: Page, game: string) {
  await page.goto(`${game}/play?utm_source=youtube&utm_campaign=${UTM}&linkId=${VIDEO}&code=GIFT`);
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Welcome, GIFT is yours').waitFor();
  await page.getByRole('button', { name: 'Buy gems' }).click();
  await page.getByText('You have gems').waitFor();
}

const count = (n: number) => n.toLocaleString('en-GB');
const share = (n: number, of: number) => {
  const percent = (100 * n) / of;
  return `${percent.toFixed(1).replace(/\.0$/, '')}%`;
};
const rowOf = (name: string, { sessions, users, claimers, payers, cents }: Source) => [
  name,
  count(sessions),
  count(users),
  `${count(claimers)} ${share(claimers, users)}`,
  `${count(payers)} ${share(payers, users)}`,
  `US$${(cents / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 })}`,
];

/** Reads the rows of the sources table once all events have been counted. */
async function readSources(page: Page, ofFan: string): Promise<string[][]> {
  const rows = page
    .getByRole('table', { name: 'From referral link to payment' })
    .locator('tbody tr:not([aria-hidden])');
  await rows.filter({ hasText: ofFan }).waitFor({ timeout: 120_000 });
  const cells = await rows.evaluateAll((found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  return cells.map((row) => row.map((cell) => (cell ?? '').replaceAll(/\s+/g, ' ').trim()));
}

/** Returns the rows that staff should see: the sources of the month, and the source from which the fan came. */
function rowsOf(by: 'link' | 'campaign', ofFan: string): string[][] {
  const fan: Source = { sessions: 1, users: 1, claimers: 1, payers: 1, cents: 1999 };
  const sources = [...expectedSources(EVENTS, by), [ofFan, fan] as const];
  return sources
    .sort(([a, one], [b, other]) => other.sessions - one.sessions || (a < b ? -1 : 1))
    .map(([name, source]) => rowOf(name, source));
}

const STORES = {
  SQLite: () => ({}),
  Postgres: () => ({ database: 'postgres' as const }),
  ClickHouse: async () => {
    const engine = await startClickHouse();
    onTestFinished(engine.close);
    return { env: { REDEEMD_EVENTS_URL: engine.url } };
  },
};

inBrowser('the path from a video to revenue', (screens) => {
  it.each(Object.entries(STORES))(
    'is shown with exact figures among two million events on %s',
    { timeout: 1_200_000 },
    async (_, store) => {
      const daemon = await screens.daemon(await store());
      await addCode(daemon, await runningCampaign(daemon, { name: 'Spring sale' }), 'GIFT');
      await playMonth(daemon, { events: EVENTS, code: 'GIFT' });
      const { page } = await screens.open({ isAlone: true });
      await playAsFan(page, await startGame(daemon));

      await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'events?tab=funnel&period=30d');
      expect(await readSources(page, VIDEO)).toEqual(rowsOf('link', VIDEO));
      await page.getByRole('combobox', { name: 'Count by' }).click();
      await page.getByRole('option', { name: 'utm_campaign' }).click();
      expect(await readSources(page, UTM)).toEqual(rowsOf('campaign', UTM));

      await page.getByRole('tab', { name: 'Overview' }).click();
      // The three events of the fan are the landing, the identification and the purchase.
      const all = new RegExp(`^Events over time, ${count(EVENTS + 3)} in all`);
      await page.getByRole('table', { name: all }).waitFor({ state: 'attached' });
      const card = (title: string) => page.locator('.card', { hasText: title }).first();
      await card('Sessions')
        .getByText(count(sessionsOf(EVENTS) + 1), { exact: true })
        .waitFor({ timeout: 120_000 });
      await card('Users')
        .getByText(count(peopleOf(EVENTS) + 1), { exact: true })
        .waitFor();

      await page.goto(`${daemon.url}/portal/players?user=${FAN}`);
      await page.getByRole('tab', { name: 'Timeline' }).click();
      const timeline = page.getByRole('table', { name: 'Timeline' }).locator('tbody tr:not([aria-hidden])');
      await timeline.filter({ hasText: VIDEO }).first().waitFor();
      const kinds = await timeline.locator('td:nth-child(2)').allInnerTexts();
      expect(kinds.toSorted()).toEqual(['Claim', 'Event', 'Event', 'Payment', 'Visit']);
      await page.goto('about:blank');
    },
  );
});
