// Renders the pages of docs/ that users read into one file of the Portal's build. The daemon serves them under /docs.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './paths.mjs';

const docs = join(root, 'docs');
const pictures = join(docs, 'pictures');
const ROLES = ['owner', 'live_ops', 'moderator', 'finance', 'viewer'];
/** The pages in the order of the table of contents. The other pages of docs/ are for people who change the code. */
const PAGES = [
  'portal',
  'first-visits',
  ...ROLES.map((role) => `roles/${role}`),
  ...['finance', 'game-server', 'warehouse', 'settings', 'operating', 'kubernetes', 'scaling', 'reliability', 'drill'],
  ...['development', 'glossary'],
];

/**
 * Writes help/pages.json, a list of `{ name, title, html }`, and the pictures next to it.
 * @param {string} folder
 */
export async function writeHelpPages(folder) {
  const { Marked } = await import('marked');
  const { gfmHeadingId } = await import('marked-gfm-heading-id');
  const pages = PAGES.map((name) => {
    const text = readFileSync(join(docs, `${name}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1];
    if (title === undefined) throw new Error(`docs/${name}.md has no title`);
    return { name, title, html: new Marked(gfmHeadingId(), withLinksFrom(name)).parse(text) };
  });
  const help = join(folder, 'help');
  mkdirSync(help, { recursive: true });
  cpSync(pictures, join(help, 'pictures'), { recursive: true });
  writeFileSync(join(help, 'pages.json'), JSON.stringify(pages));
}

/**
 * Points the relative links in a page to the daemon's pages. A link to a file that the daemon does not serve becomes
 * text.
 * @param {string} name the page
 * @returns {import('marked').MarkedExtension}
 */
function withLinksFrom(name) {
  const placeOf = (/** @type {string} */ path) => posix.join(posix.dirname(name), path);
  /** @param {string} href */
  function addressOf(href) {
    if (/^(?:https?:|#)/.test(href)) return href;
    const [path = '', anchor] = href.split('#');
    const page = placeOf(path).replace(/\.md$/, '');
    return PAGES.includes(page) ? `/docs/${page}${anchor ? `#${anchor}` : ''}` : '';
  }
  return {
    walkTokens(token) {
      if (token.type === 'link') token.href = addressOf(token.href);
      if (token.type === 'image') token.href = `/portal/help/${placeOf(token.href)}`;
    },
    renderer: {
      link({ href, tokens }) {
        return href === '' && this.parser.parseInline(tokens);
      },
    },
  };
}
