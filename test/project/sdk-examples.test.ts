import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileScript, parse } from 'vue/compiler-sfc';
import { root } from '../../build/paths.mjs';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { inBrowser } from '../support/browsers/browser.ts';
import { installSdk } from '../support/sdk/built-sdk.ts';
import { listen } from '../support/servers/listen.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// Tests the SDK's examples for React, Vue and plain HTML: the README shows them as they are in sdk/examples, they
// compile against the package's types, and in a browser they send the events that they describe.

const BUILD_MS = 120_000;
const EXAMPLES = { html: 'html/shop.html', tsx: 'react/shop.tsx', vue: 'vue/shop.vue' } as const;
const read = (file: string) => readFileSync(join(root, 'sdk/examples', file), 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'redeemd-sdk-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let daemon: TestDaemon;
let key: string;
beforeAll(async () => {
  daemon = await startTestDaemon();
  key = (await createKey(daemon.db, { name: 'web', kind: 'client', gameId: 'my_game' }, Date.now())).key;
  await installSdk(folder, daemon.url);
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const name of ['react', 'react-dom', '@types/react', 'vue'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
}, BUILD_MS);
afterAll(() => daemon?.close());

/** Returns the script of a Vue component, with its template as a function. */
function vueScript(source: string): string {
  const { descriptor, errors } = parse(source, { filename: 'shop.vue' });
  expect(errors).toEqual([]);
  return compileScript(descriptor, { id: 'shop', inlineTemplate: true }).content;
}

/** Returns the script of an HTML page, with the global that `sdk.js` sets. */
function pageScript(html: string): string {
  const [, script = ''] = /<script>\n([\s\S]*?)<\/script>/.exec(html) ?? [];
  return `declare const ServiceSDK: typeof import('service-sdk');\n${script}`;
}

describe('the examples for pages', () => {
  it.each(Object.entries(EXAMPLES))('%s: the README shows the file', (language, file) => {
    const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8');
    const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].filter(([, kind]) => kind === language);
    expect(blocks.map(([, , code]) => code)).toContain(read(file));
  });

  /** Returns the errors from tsc, or an empty string if there are none. */
  const complaintsOf = (change: (code: string) => string): string => {
    const sources = {
      'shop.tsx': change(read(EXAMPLES.tsx)),
      'shop-vue.ts': vueScript(change(read(EXAMPLES.vue))),
      'shop-page.ts': pageScript(change(read(EXAMPLES.html))),
    };
    for (const [file, code] of Object.entries(sources)) writeFileSync(join(folder, file), code);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, target: 'ES2022', module: 'ESNext', moduleResolution: 'bundler' },
      ...{ lib: ['ES2023', 'DOM'], types: [], jsx: 'react-jsx', skipLibCheck: true, moduleDetection: 'force' },
    };
    const files = Object.keys(sources);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    try {
      execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
      return '';
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  };

  it('compile against the package’s types', () => {
    expect(complaintsOf((code) => code)).toBe('');
  });

  it('do not compile if an operation is renamed', () => {
    const complaints = complaintsOf((code) => code.replace('startSession', 'beginSession'));
    for (const file of ['shop.tsx', 'shop-vue.ts', 'shop-page.ts'])
      expect(complaints).toMatch(new RegExp(`${file}.*beginSession`));
  });
});

/** Bundles an example with the code that renders it. */
async function bundle(contents: string): Promise<string> {
  for (const file of [EXAMPLES.tsx, EXAMPLES.vue]) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), read(file).replace('ck_YOUR_CLIENT_KEY', key));
  }
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false' },
    logLevel: 'error',
    plugins: [
      {
        name: 'vue',
        setup({ onLoad }) {
          onLoad({ filter: /\.vue$/ }, ({ path }) => ({
            contents: vueScript(readFileSync(path, 'utf8')),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  return `<main></main><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script')}</script>`;
}

const PAGES: [string, () => string | Promise<string>][] = [
  ['html', () => read(EXAMPLES.html).replace('ck_YOUR_CLIENT_KEY', key).replace('http://127.0.0.1:8787', daemon.url)],
  [
    'react',
    () =>
      bundle(`import { createElement } from 'react';
        import { createRoot } from 'react-dom/client';
        import { Shop } from './${EXAMPLES.tsx}';
        createRoot(document.querySelector('main')!).render(createElement(Shop));`),
  ],
  [
    'vue',
    () =>
      bundle(`import { createApp } from 'vue';
        import Shop from './${EXAMPLES.vue}';
        createApp(Shop).mount('main');`),
  ],
];

inBrowser('the examples for pages, in a browser', (screens) => {
  it.each(PAGES)('%s: a click on the button sends the event', async (name, html) => {
    const page = `<!doctype html><link rel="icon" href="data:,">${await html()}`;
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
    const site = await listen(server);
    try {
      const { page: tab } = await screens.open();
      await tab.goto(`${site}/?utm_source=${name}`);
      await tab.getByRole('button', { name: 'Buy a sword' }).click();
      await until('the event arrives', async () => {
        const answer = await daemon.owner.call('listEvents', { query: { event_type: 'shop' } });
        return JSON.stringify(answer.body).includes(`"utm_source":"${name}"`);
      });
    } finally {
      server.close();
    }
  });
});
