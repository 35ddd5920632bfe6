// Builds the SDK into sdk/dist if its sources have changed since the last build (`node build/sdk-build.mjs`). The
// declarations come from sdk/declarations, so that no compiler is needed (`npm run sdk:types` updates them).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { replaceFile, stampOf } from './sources.mjs';

const sdk = join(root, 'sdk');
/** The folder of the SDK's build in a checkout. */
export const sdkFolder = join(sdk, 'dist');
/** The placeholder for the public URL of the daemon that serves the script or the package. */
export const PUBLIC_URL_MARK = '__REDEEMD_PUBLIC_URL__';

/**
 * Files into which a daemon inserts its public URL when it serves them: the script of /sdk.js, and the files of the
 * npm package as JSON.
 */
export const daemonSdk = ['service-sdk.daemon.js', 'service-sdk.package.json'].map((file) => join(sdkFolder, file));

const TARGET = 'es2022';
const { version } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
const banner = `/*! service-sdk ${version} | MIT */`;

const EVENTS = ['types', 'disable-data', 'hosts', 'events'];
/** The modules whose declarations each entry uses. */
const DECLARED = { index: EVENTS, node: EVENTS, server: ['hosts', 'server-request', 'server-webhooks'] };
/** The modules that have a file in sdk/declarations. */
export const declaredModules = [...new Set(Object.entries(DECLARED).flat(2))];

/**
 * @typedef {{ EVENTS_DEV: string, EVENTS_PROD: string }} Hosts
 * @typedef {{ entry: string, out: string, format: 'esm' | 'cjs' | 'iife' }} Output
 */

/** @type {Hosts} The placeholders for the addresses in a build. */
const MARKS = { EVENTS_DEV: '__REDEEMD_EVENTS_DEV__', EVENTS_PROD: '__REDEEMD_EVENTS_PROD__' };
/** @type {Hosts} */
const AT_DAEMON = { EVENTS_DEV: PUBLIC_URL_MARK, EVENTS_PROD: PUBLIC_URL_MARK };

/**
 * Internal properties of the SDK, whose names are shortened in the builds for browsers. None of them may occur in the
 * SDK's types, in an event, or in stored data, which another build may read.
 */
export const INNER_NAMES = [
  ...['isKnown', 'correct', 'learn', 'msLeft', 'putOff', 'drain', 'wake', 'resume', 'isServer', 'queue', 'remove'],
  ...['journal', 'recover', 'redate', 'sessionId', 'anonId', 'current', 'forget', 'isFromDaemon', 'isClockNew'],
  ...['apiKey', 'gameId', 'touches', 'isNew', 'isPII', 'isLogging', 'page', 'own', 'after', 'read', 'part'],
];

/** @type {Output[]} */
const outputs = [
  { entry: 'index.ts', out: 'index.js', format: 'esm' },
  { entry: 'commonjs.ts', out: 'index.cjs', format: 'cjs' },
  { entry: 'script.ts', out: 'service-sdk.iife.js', format: 'iife' },
  { entry: 'node.ts', out: 'node.js', format: 'esm' },
  { entry: 'node.ts', out: 'node.cjs', format: 'cjs' },
  { entry: 'server.ts', out: 'server.js', format: 'esm' },
  { entry: 'server.ts', out: 'server.cjs', format: 'cjs' },
];

const isForServers = (/** @type {Output} */ { entry }) => entry === 'node.ts' || entry === 'server.ts';

const stampFile = join(sdkFolder, '.stamp');
const declarations = Object.keys(DECLARED).flatMap((entry) => [`${entry}.d.ts`, `${entry}.d.cts`]);
const files = [...outputs.map(({ out }) => out), ...declarations, ...daemonSdk.map((file) => basename(file))];

const isBuilt = () =>
  files.every((file) => existsSync(join(sdkFolder, file))) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === sourcesStamp();

/**
 * Builds the SDK if a source changed. Throws an error if a source does not build. The builder runs in a separate
 * process, so that its memory is freed afterwards: the caller may be a daemon.
 */
export function ensureSdk() {
  if (!isBuilt()) execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 2, 2] });
}

/**
 * Builds the SDK into a folder.
 * @param {string} folder
 * @param {Hosts} [hosts] replaces the addresses of sdk/hosts.json
 */
export async function buildSdk(folder, hosts = JSON.parse(readFileSync(join(sdk, 'hosts.json'), 'utf8'))) {
  mkdirSync(folder, { recursive: true });
  const scripts = await buildScripts();
  /** @type {Record<string, string>} */
  const packed = {};
  for (const [out, code] of Object.entries(scripts)) {
    replaceFile(join(folder, out), addressed(code, hosts));
    packed[`dist/${out}`] = addressed(code, AT_DAEMON);
  }
  for (const [entry, modules] of Object.entries(DECLARED)) {
    const text = declarationsOf(entry, modules);
    for (const ending of ['d.ts', 'd.cts']) {
      replaceFile(join(folder, `${entry}.${ending}`), text);
      packed[`dist/${entry}.${ending}`] = text;
    }
  }
  for (const file of ['package.json', 'README.md', 'LICENSE']) packed[file] = readFileSync(join(sdk, file), 'utf8');
  const [script, files] = daemonSdk.map((file) => join(folder, basename(file)));
  replaceFile(String(script), String(packed['dist/service-sdk.iife.js']));
  replaceFile(String(files), JSON.stringify(packed));
}

/**
 * Joins the declarations of an entry into one file, which imports no other files and exports only what the entry exports.
 * @param {string} entry
 * @param {string[]} modules
 */
function declarationsOf(entry, modules) {
  const read = (/** @type {string} */ name) =>
    readFileSync(join(sdk, 'declarations', `${name}.d.ts`), 'utf8').replace(/^import [^;]*;\n/gm, '');
  const inner = modules.map((name) => read(name).replace(/^export (?=declare|interface|type)/gm, ''));
  // The entry exports all types of these files. They contain only declarations, so their text is inserted unchanged.
  const all = /^export type \* from '\.\/([^']*)';\n/gm;
  const outer = read(entry)
    .replace(all, (_, file) => readFileSync(join(sdk, file), 'utf8'))
    .replace(/^(export (?:type )?\{[^}]*\}) from '[^']*';/gm, '$1;');
  return [`${banner}\n`, ...inner, outer].join('').replace(/^export \{\};\n/gm, '');
}

/** Builds the scripts with placeholders for the addresses. */
async function buildScripts() {
  const { build, stop } = await import('esbuild');
  const { minifySync } = await import('vite');
  // Scripts from vite's minifier are 4% smaller than esbuild's.
  const minified = (/** @type {string} */ code, /** @type {string} */ format) => {
    const options = { module: format === 'esm', compress: { target: TARGET }, mangle: { toplevel: true } };
    const { code: small, errors } = minifySync('sdk.js', code, { ...options, codegen: { removeWhitespace: true } });
    if (errors.length > 0) throw new Error(`The SDK cannot be minified: ${JSON.stringify(errors)}`);
    return small;
  };
  /** @type {Record<string, string>} */
  const scripts = {};
  for (const output of outputs) {
    const { outputFiles } = await build({
      absWorkingDir: sdk,
      entryPoints: [output.entry],
      bundle: true,
      format: output.format,
      platform: isForServers(output) ? 'node' : 'browser',
      target: [TARGET],
      legalComments: 'none',
      // esbuild inlines numeric constants; vite's minifier cannot do this across bundled modules.
      minifySyntax: !isForServers(output),
      ...(!isForServers(output) && { mangleProps: new RegExp(`^(${INNER_NAMES.join('|')})$`) }),
      charset: 'utf8',
      write: false,
      logLevel: 'warning',
      plugins: [withMarks],
    });
    const code = outputFiles[0]?.text ?? '';
    // On a server, readable stack traces matter more than a small file.
    scripts[output.out] = `${banner}\n${isForServers(output) ? code : minified(code, output.format)}`;
  }
  // Otherwise esbuild's service process would keep running after a test has built the SDK.
  await stop();
  return scripts;
}

/** @type {import('esbuild').Plugin} */
const withMarks = {
  name: 'marks',
  setup(build) {
    build.onLoad({ filter: /hosts\.json$/ }, () => ({ contents: JSON.stringify(MARKS), loader: 'json' }));
  },
};

const addressed = (/** @type {string} */ code, /** @type {Hosts} */ hosts) =>
  code.replaceAll(MARKS.EVENTS_DEV, () => hosts.EVENTS_DEV).replaceAll(MARKS.EVENTS_PROD, () => hosts.EVENTS_PROD);

function sourcesStamp() {
  const inFolder = (/** @type {string} */ folder) =>
    readdirSync(folder)
      .sort()
      .filter((name) => /\.(ts|json|md)$|LICENSE/.test(name))
      .map((name) => join(folder, name));
  return stampOf([...inFolder(sdk), ...inFolder(join(sdk, 'declarations')), fileURLToPath(import.meta.url)]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (isBuilt()) process.stderr.write('sdk/dist is up to date.\n');
  else {
    const stamp = sourcesStamp();
    await buildSdk(sdkFolder);
    replaceFile(stampFile, stamp);
    process.stderr.write('Built sdk/dist.\n');
  }
}
