import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { filesUnder } from '../../build/sources.mjs';
import { sqlitePackage } from '../../build/sqlite-package.mjs';
import { openSqliteFile, sqlitePackageFor } from '../../daemon/db/sqlite/sqlite-library.ts';

// Tests which of the two better-sqlite3 packages is loaded (docs/decisions/0071-two-better-sqlite3.md).

const VALUE_IMPORT =
  /^import (?!type )[^;]*?from 'better-sqlite3[\w-]*'|^.*(?:import|require)\('better-sqlite3[\w-]*'\)/m;

describe('better-sqlite3', () => {
  it.each([
    ['20.19.0', 'better-sqlite3'],
    ['20.20.2', 'better-sqlite3'],
    ['22.14.0', 'better-sqlite3-13'],
    ['24.21.0', 'better-sqlite3-13'],
    ['26.10.0', 'better-sqlite3-13'],
  ])('for Node %s is the package %s, for the daemon and for its build', (node, name) => {
    expect(sqlitePackageFor(node)).toBe(name);
    expect(sqlitePackage(Number.parseInt(node, 10))).toBe(name);
  });

  it('is installed in the version that package.json names', () => {
    const { dependencies, optionalDependencies } = readJson('daemon/package.json');
    const versionOf = (name: string) => readJson(`node_modules/${name}/package.json`).version;
    // Later versions contain SQLite 3.54, which prepares a hot statement again for each redeem; see the decision.
    expect(dependencies['better-sqlite3-13']).toBe('npm:better-sqlite3@13.0.3');
    expect(versionOf('better-sqlite3-13')).toBe('13.0.3');
    expect(optionalDependencies['better-sqlite3']).toMatch(/^\^12\./);
    const db = openSqliteFile(':memory:');
    expect(db.constructor).toBe(createRequire(import.meta.url)(sqlitePackageFor(process.versions.node)));
    db.close();
  });

  it('is loaded only by the module that chooses the package', () => {
    const sources = ['daemon', 'test', 'build'].flatMap((room) =>
      filesUnder(join(root, room), (name) => !['dist', 'node_modules', 'fixtures'].includes(name)),
    );
    const wrong = sources
      .filter((file) => /\.(ts|mjs)$/.test(file) && VALUE_IMPORT.test(readFileSync(file, 'utf8')))
      .map((file) => relative(root, file));
    expect(wrong).toEqual([]);
    // Sabotage: the pattern finds these imports.
    const name = "'better-sqlite3-13'";
    for (const line of [`import Sqlite from ${name};`, `const Sqlite = await import(${name});`, `require(${name})`])
      expect(line).toMatch(VALUE_IMPORT);
    expect("import type { Database } from 'better-sqlite3';").not.toMatch(VALUE_IMPORT);
  });
});

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
