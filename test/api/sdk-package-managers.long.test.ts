import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensureSdk } from '../../build/sdk-build.mjs';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Each package manager installs the SDK from a daemon. npx fetches the managers from the npm registry and caches them.

interface Manager {
  /** How to run the manager, and its arguments to add a package by URL and to install from an unchanged lock file. */
  run: string[];
  add: (url: string) => string[];
  frozen: string[];
  lock: string;
  /** The hash of the package in the lock file, if the manager stores one. */
  mark: (bytes: Buffer) => string;
  files?: Record<string, string>;
}

const hashOf = (kind: string, bytes: Buffer) => createHash(kind).update(bytes);
const integrityOf = (bytes: Buffer) => `sha512-${hashOf('sha512', bytes).digest('base64')}`;
const PNPM = { add: (url: string) => ['add', url], frozen: ['install', '--frozen-lockfile'], lock: 'pnpm-lock.yaml' };

const MANAGERS: Record<string, Manager> = {
  npm: {
    run: ['npm'],
    add: (url) => ['install', '--no-audit', '--no-fund', url],
    frozen: ['ci', '--no-audit', '--no-fund'],
    lock: 'package-lock.json',
    mark: (bytes) => `"integrity": "${integrityOf(bytes)}"`,
  },
  // Version 9 does not store a hash of a package from a URL.
  'pnpm 9': { ...PNPM, run: ['npx', '--yes', 'pnpm@9.15.9'], mark: () => 'tarball: ' },
  'pnpm 10': { ...PNPM, run: ['npx', '--yes', 'pnpm@10.34.9'], mark: (bytes) => `integrity: ${integrityOf(bytes)}` },
  'Yarn 1': {
    run: ['npx', '--yes', 'yarn@1.22.22'],
    add: (url) => ['add', `service-sdk@${url}`],
    frozen: ['install', '--frozen-lockfile'],
    lock: 'yarn.lock',
    mark: (bytes) => `.tgz#${hashOf('sha1', bytes).digest('hex')}"`,
  },
  'Yarn 4': {
    run: ['npx', '--yes', '@yarnpkg/cli-dist@4.18.1'],
    add: (url) => ['add', `service-sdk@${url}`],
    frozen: ['install', '--immutable', '--check-cache'],
    lock: 'yarn.lock',
    // Yarn packs the files again and stores the hash of its own archive.
    mark: () => 'checksum: 10c0/',
    files: { 'yarn.lock': '', '.yarnrc.yml': 'nodeLinker: node-modules\nunsafeHttpWhitelist: ["127.0.0.1"]\n' },
  },
};

const IMPORTS = `import SDK, { EVENTS, EventsBaseURL } from 'service-sdk';
import { EVENTS as OnServer } from 'service-sdk/node';
import { GameServer } from 'service-sdk/server';
`;
const sourceOf = (serverKey: string) => `${IMPORTS}
export const events: EVENTS = new SDK.EVENTS('ck_', 'game', EventsBaseURL.EVENTS_PROD);
export const onServer = new OnServer('ck_', 'game', EventsBaseURL.EVENTS_PROD);
export const game = new GameServer('${serverKey}', EventsBaseURL.EVENTS_PROD);
`;
const RUN = `game.redeem({ user_id: process.argv[2], code: 'GIFT' }).then(({ rewards }) => console.log(JSON.stringify(rewards)));`;
const ESM = (key: string) => `${IMPORTS}
if (SDK.EVENTS !== EVENTS || typeof OnServer !== 'function') throw new Error('exports differ');
const game = new GameServer('${key}', EventsBaseURL.EVENTS_PROD);
${RUN}`;
const CJS = (key: string) => `const { EVENTS, EventsBaseURL } = require('service-sdk');
const { EVENTS: OnServer } = require('service-sdk/node');
const { GameServer } = require('service-sdk/server');
if (typeof EVENTS !== 'function' || typeof OnServer !== 'function') throw new Error('exports are missing');
const game = new GameServer('${key}', EventsBaseURL.EVENTS_PROD);
${RUN}`;
const PAGE = `import { EVENTS, EventsBaseURL } from 'service-sdk';
globalThis.events = new EVENTS('ck_', 'game', EventsBaseURL.EVENTS_PROD);`;

const folder = mkdtempSync(join(tmpdir(), 'redeemd-managers-'));
let daemon: TestDaemon;
beforeAll(async () => {
  ensureSdk();
  daemon = await startTestDaemon();
  await addCode(daemon, await runningCampaign(daemon), 'GIFT', { rewards_json: '{"gold":5}' });
});
afterAll(async () => {
  await daemon.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Creates a project in which the manager has its own caches. */
function newProject(name: string, files: Record<string, string>) {
  const own = join(folder, name.replace(' ', '-'));
  const caches = `${own}-caches`;
  mkdirSync(own);
  for (const [file, text] of Object.entries({ 'package.json': '{"name":"game","private":true}', ...files }))
    writeFileSync(join(own, file), text);
  const env = {
    ...process.env,
    ...{ YARN_GLOBAL_FOLDER: caches, YARN_CACHE_FOLDER: caches, YARN_ENABLE_TELEMETRY: '0' },
    npm_config_store_dir: caches,
  };
  return {
    forget: () => rmSync(caches, { recursive: true, force: true }),
    folder: own,
    run: async ([program = '', ...args]: string[]) =>
      (await promisify(execFile)(program, args, { cwd: own, env })).stdout,
  };
}
type Project = ReturnType<typeof newProject>;

async function expectRuns({ folder: own, run }: Project, user: string) {
  writeFileSync(join(own, 'game.mjs'), ESM(daemon.serverKey));
  writeFileSync(join(own, 'game.cjs'), CJS(daemon.serverKey));
  for (const file of ['game.mjs', 'game.cjs'])
    expect(JSON.parse(await run([process.execPath, file, `${user} ${file}`]))).toEqual([{ gold: 5 }]);
}

async function expectCompiles({ folder: own, run }: Project) {
  const files = ['typed.mts', 'typed.cts'];
  for (const file of files) writeFileSync(join(own, file), sourceOf('sk_'));
  const tsc = [process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--strict'];
  for (const [resolution, module] of [
    ['bundler', 'esnext'],
    ['node16', 'node16'],
  ])
    await run([
      ...tsc,
      '--types',
      '',
      '--target',
      'es2022',
      '--moduleResolution',
      `${resolution}`,
      '--module',
      `${module}`,
      ...files,
    ]);
}

async function expectBundles({ folder: own, run }: Project) {
  writeFileSync(join(own, 'index.html'), '<script type="module" src="/page.js"></script>');
  writeFileSync(join(own, 'page.js'), PAGE);
  await run([process.execPath, join(root, 'node_modules/vite/bin/vite.js'), 'build']);
  const [script = ''] = readdirSync(join(own, 'dist/assets'));
  expect(readFileSync(join(own, 'dist/assets', script), 'utf8')).toContain(daemon.url);
}

describe.each(Object.entries(MANAGERS))('%s', (name, { run, add, frozen, lock, mark, files = {} }) => {
  it('installs the package, keeps its lock file, and the package works', async () => {
    const { package: pin } = (await daemon.client.send('GET', '/sdk.json')).body;
    const bytes = Buffer.from(await (await fetch(pin.url)).arrayBuffer());
    const project = newProject(name, files);
    await project.run([...run, ...add(pin.url)]);
    const locked = readFileSync(join(project.folder, lock), 'utf8');
    expect(locked).toContain(pin.url);
    expect(locked).toContain(mark(bytes));
    project.forget();
    rmSync(join(project.folder, 'node_modules'), { recursive: true });
    await project.run([...run, ...frozen]);
    expect(readFileSync(join(project.folder, lock), 'utf8')).toBe(locked);
    await expectRuns(project, name);
    await expectCompiles(project);
    await expectBundles(project);
  });

  it('installs the newest package by its short address', async () => {
    const project = newProject(`${name} newest`, files);
    await project.run([...run, ...add(`${daemon.url}/service-sdk.tgz`)]);
    await expectRuns(project, `${name} newest`);
  });
});
