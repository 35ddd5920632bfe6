import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Locked, type Packages, placesFor } from '../../build/lock-file.mjs';
import { root } from '../../build/paths.mjs';

// Only the lock file determines what is installed, and only the install scripts listed in package.json run.

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));
const packageFile = readJson('package.json');
const lock: { lockfileVersion: number; packages: Packages } = readJson('package-lock.json');

/** Returns the name of the package at a place in node_modules. */
const nameAt = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isInstalled = (place: string) => place.includes('node_modules/');

/** Returns the places of packages with an install script that package.json does not list. */
const unnamedScripts = (packages: Packages, allowed: Record<string, boolean>) =>
  Object.entries(packages)
    .filter(([place, { hasInstallScript }]) => hasInstallScript && allowed[nameAt(place)] === undefined)
    .map(([place]) => place);

/** Returns places that npm does not fetch from a registry over https, or whose content has no hash. */
const unsafeSources = (packages: Packages) =>
  Object.entries(packages)
    .filter(([place, { link }]) => isInstalled(place) && !link)
    .filter(
      ([, { version, resolved, integrity }]) =>
        !version || !integrity?.startsWith('sha512-') || (resolved !== undefined && !resolved.startsWith('https://')),
    )
    .map(([place]) => place);

describe('the lock file', () => {
  it('pins every package to a version and its content', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(Object.keys(lock.packages).filter(isInstalled).length).toBeGreaterThan(100);
    // The formatter's builds for other platforms are missing from the registry with which this lock file was created.
    const elsewhere = /^node_modules\/@biomejs\/cli-(android|darwin|win32)-(arm64|x64)$|-musl$/;
    expect(unsafeSources(lock.packages).filter((place) => !elsewhere.test(place))).toEqual([]);
  });

  it('agrees with the package files', () => {
    for (const place of ['', ...packageFile.workspaces]) {
      const asked = readJson(place, 'package.json');
      const known = lock.packages[place] as Record<string, unknown> | undefined;
      for (const group of ['dependencies', 'devDependencies', 'optionalDependencies'])
        expect(known?.[group] ?? {}, `${place || 'root'}: ${group}`).toEqual(asked[group] ?? {});
    }
  });

  it('fetches nothing from git, a URL or a local path', () => {
    for (const place of ['', ...packageFile.workspaces]) {
      const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = readJson(place, 'package.json');
      for (const [name, range] of Object.entries<string>({
        ...dependencies,
        ...devDependencies,
        ...optionalDependencies,
      }))
        expect(range, name).toMatch(/^(npm:[\w-]+@)?[\^~]?\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  it('sabotage: a plain http address, and a package without a hash, are reported', () => {
    const integrity = 'sha512-x';
    const planted = {
      '': { version: '1.0.0' },
      'node_modules/good': { version: '1.0.0', integrity, resolved: 'https://packages.example/good' },
      'node_modules/plain': { version: '1.0.0', integrity, resolved: 'http://packages.example/plain' },
      'node_modules/git': { version: '1.0.0', integrity, resolved: 'git+ssh://git@github.com/a/b.git' },
      'node_modules/good/node_modules/loose': { version: '1.0.0' },
    };
    expect(unsafeSources(planted)).toEqual([
      'node_modules/plain',
      'node_modules/git',
      'node_modules/good/node_modules/loose',
    ]);
  });
});

/** Returns the packages that a Linux machine installs for these workspaces. */
function installedFor(workspaces: string[]): Set<string> {
  const fits = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Locked) =>
    os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');
  return placesFor(lock.packages, workspaces, { optional: true, fits });
}

describe('npm start', () => {
  it('installs at most 366 packages, none of them for the desktop app or the tests', () => {
    const served = installedFor(['', 'daemon', 'sdk']);
    console.log(`${served.size} packages`);
    expect(served.size).toBeGreaterThan(200);
    expect(served.size).toBeLessThanOrEqual(366);
    for (const name of ['electron', 'electron-builder', 'vitest', 'typescript', 'playwright-core'])
      expect(served).not.toContain(`node_modules/${name}`);
    // Sabotage: all workspaces together need more packages.
    expect(installedFor(['', ...packageFile.workspaces]).size).toBeGreaterThan(600);
  });
});

describe('install scripts', () => {
  it('belong only to packages that package.json lists', () => {
    expect(unnamedScripts(lock.packages, packageFile.allowScripts)).toEqual([]);
  });

  it('are listed in package.json only for installed packages', () => {
    const installed = new Set(Object.keys(lock.packages).map(nameAt));
    expect(Object.keys(packageFile.allowScripts).filter((name) => !installed.has(name))).toEqual([]);
  });

  it('sabotage: an unlisted script is reported, even in a nested folder or under a name with the same ending', () => {
    const planted = {
      ...lock.packages,
      'node_modules/vitest/node_modules/miner': { version: '1.0.0', hasInstallScript: true },
      'node_modules/@evil/esbuild': { version: '1.0.0', hasInstallScript: true },
    };
    expect(unnamedScripts(planted, packageFile.allowScripts)).toEqual([
      'node_modules/vitest/node_modules/miner',
      'node_modules/@evil/esbuild',
    ]);
    const { esbuild: _, ...fewer } = packageFile.allowScripts;
    expect(unnamedScripts(lock.packages, fewer)).toContain('node_modules/esbuild');
  });
});

/** Returns the findings of `npm audit`, or the reason why it could not run. */
function auditOf({
  status,
  stdout,
}: {
  status: number | null;
  stdout: string;
}): { high: string[] } | { reason: string } {
  let report: Record<string, unknown>;
  try {
    report = JSON.parse(stdout);
  } catch {
    return { reason: `npm audit returned no report (it ended with ${status})` };
  }
  const { vulnerabilities, message } = report as {
    vulnerabilities?: Record<string, { severity: string }>;
    message?: string;
  };
  if (!vulnerabilities) return { reason: `the registry does not support audits: ${message ?? 'no reason given'}` };
  return {
    high: Object.entries(vulnerabilities)
      .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
      .map(([name, { severity }]) => `${name}: ${severity}`),
  };
}

describe('npm audit', () => {
  it('finds no vulnerability of high severity in the daemon’s dependencies', (context) => {
    const args = ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const shell = process.platform === 'win32';
    const ran = spawnSync(npm, args, { cwd: root, encoding: 'utf8', timeout: 25_000, shell });
    const found = auditOf(ran);
    if ('reason' in found) {
      console.warn(`npm audit was skipped: ${found.reason}`);
      context.skip(found.reason);
      return;
    }
    expect(found.high).toEqual([]);
  });

  it('sabotage: a vulnerability of high severity is reported, and an audit without a report does not count as passed', () => {
    const vulnerabilities = { a: { severity: 'high' }, b: { severity: 'low' }, c: { severity: 'critical' } };
    expect(auditOf({ status: 1, stdout: JSON.stringify({ vulnerabilities }) })).toEqual({
      high: ['a: high', 'c: critical'],
    });
    expect(auditOf({ status: 1, stdout: '{"message":"405 Method Not Allowed"}' })).toHaveProperty('reason');
    expect(auditOf({ status: null, stdout: '' })).toHaveProperty('reason');
  });
});
