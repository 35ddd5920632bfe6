import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { inBrowser } from '../support/browsers/browser.ts';
import { done } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

/** Serves the page of a game that asks for consent and measures playtime. @returns its address */
async function startGame({ url }: TestDaemon, key: string): Promise<string> {
  const html = `<!doctype html><link rel="icon" href="data:,"><script src="${url}/sdk.js"></script><script>
    const { EVENTS, EventsBaseURL } = ServiceSDK;
    const events = new EVENTS('${key}', 'game', EventsBaseURL.EVENTS_PROD, { consent: 'pending', playtime: true });
    history.replaceState(null, '', '/shop');
    events.startSession();
    events.createEvent([{ event_type: 'shop', event: { event_sub_type: 'opened' } }]);
  </script>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  onTestFinished(() => void server.close());
  return await listen(server);
}

const STORED = '(async () => [Object.keys(localStorage), (await indexedDB.databases()).length])()';

inBrowser('consent in a browser', (screens) => {
  it('nothing is stored or sent while consent is pending; once it is granted, the landing and the events arrive', async () => {
    const daemon = await screens.daemon();
    const { key } = done(await daemon.owner.call('createApiKey', { body: { name: 'Web', kind: 'client' } }));
    const game = await startGame(daemon, key);
    const { page } = await screens.open({ isAlone: true });
    const sent: string[] = [];
    page.on('request', (request) => request.url().startsWith(daemon.url) && sent.push(new URL(request.url()).pathname));
    await page.goto(`${game}/play?utm_source=video&linkId=link-7`);
    expect(await page.evaluate('events.flush()')).toBe(false);
    expect(await page.evaluate(STORED)).toEqual([[], 0]);
    expect(sent).toEqual(['/sdk.js']);
    await page.evaluate("events.setConsent('granted')");
    expect(await page.evaluate('events.flush()')).toBe(true);
    const { data } = done(await daemon.owner.call('listEvents', { query: {} }));
    const rows = data as { event_sub_type: string; referral_link: string | null }[];
    expect(rows.map((row) => [row.event_sub_type, row.referral_link]).sort()).toEqual([
      ['opened', 'link-7'],
      ['session_created', 'link-7'],
    ]);
    await page.evaluate("events.setConsent('denied')");
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
    await page.goto('about:blank');
  });

  it('a page that the player leaves reports its playtime, unless consent is pending', async () => {
    const daemon = await screens.daemon();
    const { key } = done(await daemon.owner.call('createApiKey', { body: { name: 'Web', kind: 'client' } }));
    const game = await startGame(daemon, key);
    const { page } = await screens.open({ isAlone: true });
    await page.goto(`${game}/undecided`);
    await page.goto(`${game}/play`);
    expect(await page.evaluate(STORED)).toEqual([[], 0]);
    await page.evaluate("events.setConsent('granted')");
    expect(await page.evaluate('events.flush()')).toBe(true);
    await page.goto('about:blank');
    const ended = async () => {
      const { data } = done(await daemon.owner.call('listEvents', { query: { event_type: 'session_ended' } }));
      return data as { session_id: string; event_details: { duration_seconds: number; playtime_seconds: number } }[];
    };
    await until('the last event arrives', async () => (await ended()).length > 0);
    const [event, ...more] = await ended();
    expect(more).toEqual([]);
    expect(event).toMatchObject({ event_sub_type: 'session_ended', game_id: 'game' });
    const { duration_seconds, playtime_seconds } = event!.event_details;
    expect(Number.isInteger(duration_seconds)).toBe(true);
    expect(playtime_seconds).toBeLessThanOrEqual(duration_seconds);
    const { data } = done(await daemon.owner.call('listEvents', { query: {} }));
    expect(new Set((data as { session_id: string }[]).map((row) => row.session_id))).toEqual(
      new Set([event!.session_id]),
    );
  });
});
