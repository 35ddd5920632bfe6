import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingFrom, type Packages, placesFor, projectOf } from '../../build/lock-file.mjs';
import { root } from '../../build/paths.mjs';

// Tests what an install reads from package-lock.json.

const version = '1.0.0';
const PACKAGES: Packages = {
  '': { dependencies: { a: '^1.0.0' }, devDependencies: { tool: '^1.0.0' } },
  daemon: { dependencies: { b: '^2.0.0', twin: 'npm:a@^1.0.0' }, optionalDependencies: { addon: '^1.0.0' } },
  'node_modules/daemon': { link: true, resolved: 'daemon' },
  'daemon/node_modules/b': { version: '2.0.0', dependencies: { a: '^1.0.0' } },
  'node_modules/a': { version, dependencies: { c: '^1.0.0' }, devDependencies: { never: '^1.0.0' } },
  'node_modules/a/node_modules/c': { version, dependencies: { a: '^1.0.0' } },
  'node_modules/b': { version },
  'node_modules/c': { version },
  'node_modules/tool': {
    version,
    peerDependencies: { peer: '*', rare: '*' },
    peerDependenciesMeta: { rare: { optional: true } },
  },
  'node_modules/peer': { version },
  'node_modules/rare': { version },
  'node_modules/never': { version },
  'node_modules/twin': { name: 'a', version },
  'node_modules/addon': { version, optional: true, dependencies: { loader: '^1.0.0' } } as Packages[string],
  'node_modules/loader': { version, optional: true, integrity: 'sha512-x' } as Packages[string],
};

describe('the list of packages to install', () => {
  it.each<[string, string[], { optional?: boolean }, string]>([
    [
      'for the root includes its own development packages, not those of others',
      [''],
      {},
      'a a/node_modules/c tool peer',
    ],
    [
      'for a workspace includes its own version of a package',
      ['daemon'],
      {},
      'daemon/node_modules/b a a/node_modules/c twin',
    ],
    [
      'for a workspace includes its optional packages on request',
      ['daemon'],
      { optional: true },
      'daemon/node_modules/b a a/node_modules/c twin addon loader',
    ],
    ['for a package includes its development packages', ['node_modules/a'], {}, 'a/node_modules/c a never'],
    ['for a package without dependencies is empty', ['node_modules/c'], {}, ''],
  ])('%s', (_, starts, options, expected) => {
    const named = expected.split(' ').filter(Boolean);
    const places = named.map((name) => (name.startsWith('daemon') ? name : `node_modules/${name}`));
    expect([...placesFor(PACKAGES, starts, options)].sort()).toEqual(places.sort());
  });
});

describe('the list of missing packages', () => {
  const installed: Packages = { 'node_modules/a': { version }, 'node_modules/b': { version: '0.9.0' } };
  it.each<[string, string[], string[]]>([
    ['does not include an installed package', ['node_modules/a'], []],
    ['includes a package that npm did not install', ['node_modules/c'], ['node_modules/c']],
    [
      'includes a package of which another version is installed',
      ['node_modules/a', 'node_modules/b'],
      ['node_modules/b'],
    ],
    ['does not include a link to a workspace', ['node_modules/daemon'], []],
  ])('%s', (_, wanted, expected) => {
    expect(missingFrom(PACKAGES, installed, wanted, () => true)).toEqual(expected);
  });

  it('includes a package whose folder is missing', () => {
    expect(missingFrom(PACKAGES, installed, ['node_modules/a'], () => false)).toEqual(['node_modules/a']);
  });
});

describe('a project for one package', () => {
  it('contains what the package needs, as locked', () => {
    const { package: about, lock } = projectOf(PACKAGES, 'node_modules/addon');
    expect(about.dependencies).toEqual({ addon: version });
    expect(lock.packages).toEqual({
      '': about,
      'node_modules/addon': { version, dependencies: { loader: '^1.0.0' } },
      'node_modules/loader': { version, integrity: 'sha512-x' },
    });
  });

  it('requests an aliased package under its alias', () => {
    expect(projectOf(PACKAGES, 'node_modules/twin').package.dependencies).toEqual({ twin: `npm:a@${version}` });
  });

  it('cannot be created for a package that is not locked', () => {
    expect(() => projectOf(PACKAGES, 'node_modules/gone')).toThrow('node_modules/gone');
  });

  it('contains the hash of each package that better-sqlite3 needs, and is small', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const project: Packages = projectOf(packages, 'node_modules/better-sqlite3').lock.packages;
    const locked = Object.entries(project).slice(1);
    expect(locked.length).toBeGreaterThan(2);
    expect(locked.length).toBeLessThan(60);
    for (const [place, { version, integrity }] of locked) {
      expect(integrity, place).toMatch(/^sha512-/);
      expect({ version, integrity }, place).toMatchObject({
        version: packages[place].version,
        integrity: packages[place].integrity,
      });
    }
  });
});
