import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build } from 'esbuild';
import { publint } from 'publint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensureSdk } from '../../build/sdk-build.mjs';

const sdk = join(root, 'sdk');
const manifest = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
let folder: string;
let tarball: string;
let files: string[];

beforeAll(async () => {
  ensureSdk();
  folder = mkdtempSync(join(tmpdir(), 'redeemd-pack-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const output = execFileSync('npm', args, { cwd: sdk, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const parsed = JSON.parse(output);
  const packed = Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
  tarball = join(folder, packed.filename);
  files = packed.files.map((file: { path: string }) => file.path);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the package is service-sdk 0.4.0, MIT, without side effects or dependencies', () => {
  expect(manifest).toMatchObject({ name: 'service-sdk', version: '0.4.0', license: 'MIT', sideEffects: false });
  for (const group of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(manifest).not.toHaveProperty(group);
  // No script runs when a game installs the package.
  expect(Object.keys(manifest.scripts)).toEqual(['prepack']);
  expect(readFileSync(join(sdk, 'LICENSE'), 'utf8')).toMatch(/^MIT License/);
});

it('the package contains the files that its exports need, and nothing else', () => {
  const built = [
    'index.cjs',
    'index.d.cts',
    'index.d.ts',
    'index.js',
    'node.cjs',
    'node.d.cts',
    'node.d.ts',
    'node.js',
    'server.cjs',
    'server.d.cts',
    'server.d.ts',
    'server.js',
  ];
  const wanted = [...built, 'service-sdk.iife.js'].map((file) => `dist/${file}`);
  expect(files.filter((file) => file !== 'README.md').sort()).toEqual(['LICENSE', ...wanted, 'package.json'].sort());
});

it('npm pack in a checkout that has no compiler packs the types', () => {
  // This copy of the checkout contains only the files that the build reads.
  const copy = mkdtempSync(join(tmpdir(), 'redeemd-sdk-'));
  try {
    for (const name of ['sdk-build.mjs', 'paths.mjs', 'sources.mjs'])
      cpSync(join(root, 'build', name), join(copy, 'build', name));
    cpSync(sdk, join(copy, 'sdk'), { recursive: true, filter: (path) => path !== join(sdk, 'dist') });
    for (const name of ['tsconfig.json', 'package.json']) cpSync(join(root, name), join(copy, name));
    mkdirSync(join(copy, 'node_modules'));
    const link = (name: string) => symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
    for (const name of ['esbuild', 'vite']) link(name);
    const output = execFileSync('npm', ['pack', '--json'], { cwd: join(copy, 'sdk'), encoding: 'utf8' });
    for (const file of ['index.d.ts', 'index.d.cts', 'node.d.ts', 'node.d.cts', 'server.d.ts', 'server.d.cts'])
      expect(output).toContain(`dist/${file}`);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

it('publint finds no fault', async () => {
  const { messages } = await publint({ pkgDir: sdk, strict: true });
  expect(messages).toEqual([]);
});

it('the types are correct, however the package is resolved', async () => {
  const data = new Uint8Array(readFileSync(tarball));
  const result = await checkPackage(createPackageFromTarballData(data));
  if (!result.types) throw new Error('The package has no types');
  // Node versions before 12.7 do not support `exports`, and the package does not support these versions.
  const known = (problem: { kind: string; resolutionKind?: string; entrypoint?: string }) =>
    problem.resolutionKind === 'node10' && problem.entrypoint !== '.';
  expect(result.problems.filter((problem) => !known(problem))).toEqual([]);
});

it('a bundler leaves out everything that is not used', async () => {
  const bundled = await build({
    stdin: {
      contents: "import 'service-sdk'; import { EVENTS } from 'service-sdk'; console.log('game')",
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'silent',
  });
  expect(bundled.outputFiles[0]!.text).not.toContain('session_created');
});
