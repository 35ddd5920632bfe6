// Builds the event SDK into sdk/dist if its sources have changed since the last build (`node build/sdk-build.mjs`).
// `--scripts` omits the declarations, which need the TypeScript compiler.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { replaceFile, stampOf } from './sources.mjs';

const sdk = join(root, 'sdk');
/** The folder of the SDK's build in a checkout. */
export const sdkFolder = join(sdk, 'dist');
/** The placeholder in `service-sdk.daemon.js` for the public URL of the daemon that serves the script. */
export const PUBLIC_URL_MARK = '__REDEEMD_PUBLIC_URL__';

/** The script that the daemon serves at /sdk.js. */
export const daemonSdk = join(sdkFolder, 'service-sdk.daemon.js');

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const TARGET = 'es2022';
const { version } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
const banner = `/*! service-sdk ${version} | MIT */`;

/**
 * @typedef {{ EVENTS_DEV: string, EVENTS_PROD: string }} Hosts
 * @typedef {{ entry: string, out: string, format: 'esm' | 'cjs' | 'iife', hosts?: Hosts }} Output
 */

/** @type {Output[]} */
const outputs = [
  { entry: 'index.ts', out: 'index.js', format: 'esm' },
  { entry: 'commonjs.ts', out: 'index.cjs', format: 'cjs' },
  { entry: 'script.ts', out: 'service-sdk.iife.js', format: 'iife' },
  {
    entry: 'script.ts',
    out: 'service-sdk.daemon.js',
    format: 'iife',
    hosts: { EVENTS_DEV: PUBLIC_URL_MARK, EVENTS_PROD: PUBLIC_URL_MARK },
  },
  { entry: 'node.ts', out: 'node.js', format: 'esm' },
  { entry: 'node.ts', out: 'node.cjs', format: 'cjs' },
  { entry: 'server.ts', out: 'server.js', format: 'esm' },
  { entry: 'server.ts', out: 'server.cjs', format: 'cjs' },
];

const isForServers = (/** @type {Output} */ { entry }) => entry === 'node.ts' || entry === 'server.ts';

/** @typedef {'scripts' | 'types'} Part */
const files = {
  scripts: outputs.map(({ out }) => out),
  types: ['index', 'node', 'server'].flatMap((entry) => [`${entry}.d.ts`, `${entry}.d.cts`]),
};
const stampFile = (/** @type {Part} */ part) => join(sdkFolder, `.stamp-${part}`);

/**
 * Returns whether this part of sdk/dist was built from the current sources.
 * @param {Part} part
 */
const isBuilt = (part) =>
  files[part].every((file) => existsSync(join(sdkFolder, file))) &&
  existsSync(stampFile(part)) &&
  readFileSync(stampFile(part), 'utf8') === sourcesStamp();

/**
 * Builds scripts and declarations if a source changed. Throws an error if a source does not build. A separate process
 * keeps the builder's memory out of the caller, which may be a daemon.
 */
export function ensureSdk() {
  if (isBuilt('scripts') && isBuilt('types')) return;
  buildApart();
}

/** Builds the scripts that the daemon serves if a source changed. */
export function ensureSdkScripts() {
  if (isBuilt('scripts')) return;
  buildApart('--scripts');
}

/** @param {string[]} args */
function buildApart(...args) {
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...args], { stdio: ['ignore', 2, 2] });
}

/**
 * Builds the scripts into a folder.
 * @param {string} folder
 * @param {Hosts} [hosts] replaces the addresses of sdk/hosts.json
 */
export async function buildSdk(folder, hosts) {
  mkdirSync(folder, { recursive: true });
  const { build, stop } = await import('esbuild');
  const { minifySync } = await import('vite');
  // Scripts from this minifier are 4% smaller than esbuild's.
  const minified = (/** @type {string} */ code, /** @type {string} */ format) => {
    const options = { module: format === 'esm', compress: { target: TARGET }, mangle: { toplevel: true } };
    const { code: small, errors } = minifySync('sdk.js', code, { ...options, codegen: { removeWhitespace: true } });
    if (errors.length > 0) throw new Error(`The SDK cannot be minified: ${JSON.stringify(errors)}`);
    return small;
  };
  for (const output of outputs) {
    const addresses = output.hosts ?? hosts;
    const { outputFiles } = await build({
      absWorkingDir: sdk,
      entryPoints: [output.entry],
      bundle: true,
      format: output.format,
      platform: isForServers(output) ? 'node' : 'browser',
      target: [TARGET],
      legalComments: 'none',
      // esbuild inlines numeric constants; the other minifier cannot do this across bundled modules.
      minifySyntax: !isForServers(output),
      charset: 'utf8',
      write: false,
      logLevel: 'warning',
      plugins: addresses ? [withHosts(addresses)] : [],
    });
    const code = outputFiles[0]?.text ?? '';
    // On a server, readable stack traces matter more than a small file.
    const small = isForServers(output) ? code : minified(code, output.format);
    replaceFile(join(folder, output.out), `${banner}\n${small}`);
  }
  // Otherwise esbuild's service process would keep running in a test's process.
  await stop();
}

/** @param {Hosts} hosts @returns {import('esbuild').Plugin} */
const withHosts = (hosts) => ({
  name: 'hosts',
  setup(build) {
    build.onLoad({ filter: /hosts\.json$/ }, () => ({ contents: JSON.stringify(hosts), loader: 'json' }));
  },
});

/**
 * Writes one declaration file for each entry, which imports no other files.
 * @param {string} folder
 */
function writeTypes(folder) {
  const draft = mkdtempSync(join(folder, '.types-'));
  try {
    const emit = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--stripInternal', '--outDir', draft];
    execFileSync(process.execPath, [tsc, '-p', sdk, ...emit], { stdio: ['ignore', 2, 2] });
    for (const [entry, modules] of Object.entries(DECLARED)) {
      const text = `${banner}\n${declarationsOf(draft, entry, modules)}`;
      for (const ending of ['d.ts', 'd.cts']) replaceFile(join(folder, `${entry}.${ending}`), text);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const EVENTS = ['types', 'disable-data', 'hosts', 'events'];
/** The modules whose declarations each entry uses. */
const DECLARED = {
  index: EVENTS,
  node: EVENTS,
  server: ['hosts', 'server-types', 'server-request', 'server-webhooks'],
};
/** The modules of which an entry exports everything. */
const OPEN = ['server-types'];

/**
 * Joins the declarations into one file that exports only what the entry exports.
 * @param {string} draft
 * @param {string} entry
 * @param {string[]} modules
 */
function declarationsOf(draft, entry, modules) {
  const read = (/** @type {string} */ name) => readFileSync(join(draft, `${name}.d.ts`), 'utf8');
  const withoutImports = (/** @type {string} */ text) => text.replace(/^import [^;]*;\n/gm, '');
  const inner = modules.map((name) =>
    OPEN.includes(name) ? read(name) : withoutImports(read(name)).replace(/^export (?=declare|interface|type)/gm, ''),
  );
  const outer = withoutImports(read(entry))
    .replace(/^export type \* from [^;]*;\n/gm, '')
    .replace(/^(export (?:type )?\{[^}]*\}) from '[^']*';/gm, '$1;');
  return [...inner, outer].join('').replace(/^export \{\};\n/gm, '');
}

function sourcesStamp() {
  const sources = readdirSync(sdk).filter((name) => /\.(ts|json)$/.test(name));
  return stampOf([...sources.sort().map((name) => join(sdk, name)), fileURLToPath(import.meta.url)]);
}

/**
 * @param {Part} part
 * @param {(folder: string) => unknown} build
 */
async function buildPart(part, build) {
  if (isBuilt(part)) {
    process.stderr.write(`The ${part} of sdk/dist are up to date.\n`);
    return;
  }
  const stamp = sourcesStamp();
  await build(sdkFolder);
  replaceFile(stampFile(part), stamp);
  process.stderr.write(`Built the ${part} of sdk/dist.\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const hasTypes = !process.argv.includes('--scripts');
  // `npm start` installs no compiler.
  if (hasTypes && !existsSync(tsc)) await (await import('./install.mjs')).install('all');
  await buildPart('scripts', buildSdk);
  if (hasTypes) await buildPart('types', writeTypes);
}
