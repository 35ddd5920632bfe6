import { expect, it } from 'vitest';
import { HELP_PLACES } from '../../daemon/contract/portal-screens.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('the documentation that the daemon serves', (screens) => {
  /** Follows every link from /docs, and returns each page's HTML by its path. */
  async function readAll(url: string) {
    const pages = new Map<string, string>();
    const open = ['/docs'];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (pages.has(path)) continue;
      const response = await fetch(url + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      const html = await response.text();
      pages.set(path, html);
      open.push(...linksOf(html).map((link) => link.split('#')[0] as string));
    }
    return pages;
  }
  const linksOf = (html: string) => [...html.matchAll(/ href="(\/docs[^"]*)"/g)].map(([, link = '']) => link);

  it('has a section for each screen, and no broken links or pictures', async () => {
    const { url } = await screens.daemon();
    const pages = await readAll(url);
    expect(pages.size).toBeGreaterThan(15);
    const isThere = (link: string) => {
      const [path = '', anchor] = link.split('#');
      const html = pages.get(path);
      return html !== undefined && (anchor === undefined || html.includes(` id="${anchor}"`));
    };
    const links = [...pages.values()].flatMap(linksOf);
    expect(links.filter((link) => !isThere(link))).toEqual([]);
    expect(Object.values(HELP_PLACES).filter((place) => !isThere(`/docs/${place}`))).toEqual([]);
    const pictures = [...pages.values()].flatMap((html) =>
      [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src),
    );
    expect(pictures.length).toBeGreaterThan(20);
    for (const picture of pictures) {
      const { status, headers } = await fetch(url + picture);
      expect([picture, status, headers.get('content-type')]).toEqual([picture, 200, 'image/png']);
    }
    expect((await fetch(`${url}/docs/nowhere`)).status).toBe(404);
    expect((await fetch(`${url}/docs/..%2F..%2Fpackage`)).status).toBe(404);
  });

  itInFull('opens from a screen at the section that explains it', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER);
    await page.goto(`${daemon.url}/portal/jobs`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Help for this screen' }).click(),
    ]);
    await opened.getByRole('heading', { name: 'Scheduled jobs' }).waitFor();
    expect(opened.url()).toBe(`${daemon.url}/docs/operating#scheduled-jobs`);
  });
});
