import { escapeHtml } from '../lib/escape-html.ts';
import type { HelpPage } from './portal-build.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
a{color:LinkText}code,pre{font:14px/1.45 ui-monospace,monospace}pre{overflow:auto;padding:.75rem;border:1px solid #8884;border-radius:6px}
details{border:1px solid #8884;border-radius:6px;margin:.5rem 0;padding:.5rem .75rem}summary{cursor:pointer}
nav{font-size:.875rem;display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding-bottom:.75rem;border-bottom:1px solid #8884}nav a{text-decoration:none}nav a:hover{text-decoration:underline}nav [aria-current]{font-weight:700;color:inherit}
img{max-width:100%;height:auto;border:1px solid #8884;border-radius:6px}kbd{border:1px solid #8888;border-radius:4px;padding:0 .3em}
table{display:block;overflow:auto;border-collapse:collapse}td,th{border:1px solid #8884;padding:.25rem .6rem;text-align:left;vertical-align:top}.method{font-weight:700}
label{display:block;margin:.5rem 0}input,textarea{font:inherit;display:block;box-sizing:border-box;width:100%;max-width:30rem;padding:.3rem .5rem}textarea{font:14px/1.45 ui-monospace,monospace;max-width:none}button{font:inherit;padding:.3rem 1rem}`;

interface Frame {
  title: string;
  /** HTML. */
  body: string;
  /** The pages listed in the table of contents. */
  help: Iterable<HelpPage>;
  /** The name of the page itself; undefined for the API page. */
  name?: string;
}

/** Renders a page of /docs with the table of contents above it. */
export function docsFrame({ title, body, help, name }: Frame): string {
  const pages = [
    { path: '/docs', title: 'API' },
    ...[...help].map((page) => ({ ...page, path: `/docs/${page.name}` })),
  ];
  const own = name === undefined ? '/docs' : `/docs/${name}`;
  const links = pages.map(
    (page) => `<a href="${page.path}"${page.path === own ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><nav aria-label="Documentation">${links.join('')}</nav>${body}</body></html>`;
}
