import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTinyCheckout, type TinyCheckout } from '../support/packaging/tiny-checkout.ts';
import { until } from '../support/world/wait-until.ts';

// Runs `npm start`, `npm test` and `npm ci` in any order: none removes or reinstalls what another one installed.

const compiles = Number.parseInt(process.versions.node, 10) < 22;
const hasCompiler = spawnSync('make', ['--version']).status === 0;
const hasHeaders = existsSync(join(dirname(dirname(process.execPath)), 'include/node/node.h'));
const canRun = !compiles || (hasCompiler && hasHeaders);
const sqlite = compiles ? 'better-sqlite3' : 'better-sqlite3-13';

let checkout: TinyCheckout;
let locked: string;
beforeEach(() => {
  checkout = makeTinyCheckout();
  locked = checkout.read('package-lock.json');
});
afterEach(() => {
  expect(checkout.read('package-lock.json')).toBe(locked);
  checkout.remove();
});

async function install(extent: 'serve' | 'all', env?: NodeJS.ProcessEnv) {
  const { code, output } = await checkout.install(extent, env).ended;
  expect(code, output).toBe(0);
  return output;
}

const hasPackage = (name: string) => checkout.has('node_modules', name, 'package.json');
const isMarked = (name: string) => checkout.has('node_modules', name, 'marked');
const compilerLog = () => checkout.read('.install/native.log');
const npmCi = (...flags: string[]) => {
  const { status, stderr } = checkout.npm(['ci', ...flags]);
  expect(status, stderr).toBe(0);
};

describe.runIf(canRun)('installing', () => {
  it('for the daemon leaves out the packages for the tests; npm test adds them, and npm start keeps them', async () => {
    await install('serve');
    expect([hasPackage('page'), hasPackage(sqlite), hasPackage('checker')]).toEqual([true, true, false]);
    for (const name of ['page', sqlite]) checkout.mark(name);
    await install('all');
    expect(hasPackage('checker')).toBe(true);
    expect(checkout.has('node_modules/with-script/made')).toBe(true);
    checkout.mark('checker');
    await install('serve');
    for (const name of ['page', sqlite, 'checker']) expect(isMarked(name), name).toBe(true);
  });

  it('does nothing after an ordinary npm ci', async () => {
    npmCi();
    for (const name of ['page', sqlite, 'checker']) checkout.mark(name);
    for (const extent of ['serve', 'all', 'serve'] as const)
      expect(await install(extent)).not.toMatch(/[Ii]nstalling|Preparing/);
    for (const name of ['page', sqlite, 'checker']) expect(isMarked(name), name).toBe(true);
  });

  it('runs the scripts that an npm ci skipped', async () => {
    npmCi('--ignore-scripts');
    checkout.mark('checker');
    await install('serve');
    await install('all');
    expect(checkout.has('node_modules/with-script/made')).toBe(true);
    expect(isMarked('checker')).toBe(true);
  });

  it('adds a missing package, and does not reinstall others', async () => {
    npmCi();
    checkout.mark('checker');
    checkout.lose('helper');
    await install('serve');
    expect(hasPackage('helper')).toBe(true);
    expect(isMarked('checker')).toBe(true);
  });

  it('also installs the packages for the tests after an npm ci that was killed', async () => {
    npmCi();
    checkout.lose('.package-lock.json');
    checkout.lose('helper');
    await install('serve');
    expect([hasPackage('helper'), hasPackage('checker')]).toEqual([true, true]);
  });

  it('starts from scratch after an install that was killed', async () => {
    await install('serve');
    checkout.mark('page');
    checkout.leaveUnfinished();
    await install('all');
    expect([hasPackage('checker'), isMarked('page')]).toEqual([true, false]);
    // npm rolls back a failed install, so the next one need not start from scratch.
    for (const name of ['checker', '.redeemd-lock']) checkout.lose(name);
    checkout.mark('page');
    checkout.hideTarballs();
    const cold = { npm_config_cache: checkout.at('cold-cache') };
    expect((await checkout.install('all', cold).ended).code).not.toBe(0);
    await install('serve');
    expect(isMarked('page')).toBe(true);
  });

  it('works for several simultaneous commands', async () => {
    await Promise.all([install('serve'), install('all'), install('all')]);
    for (const name of ['page', sqlite, 'checker']) expect(hasPackage(name), name).toBe(true);
  });
});

describe.runIf(canRun && compiles)('compiling SQLite', () => {
  const addon = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
  const kept = () => {
    const versions = readdirSync(checkout.at('.install')).filter((name) => name.startsWith('better-sqlite3-'));
    expect(versions).toHaveLength(1);
    return versions[0] as string;
  };
  const firstIsCompiled = () => checkout.has('.install/native.log') && /ACTION .*wait/.test(compilerLog());

  it('happens only once: after an npm ci, the compiled module is restored', async () => {
    await install('serve');
    expect(compilerLog()).toMatch(/first\.o/);
    await install('all');
    npmCi('--ignore-scripts');
    expect(checkout.has(addon)).toBe(false);
    expect(await install('all')).not.toMatch(/Preparing/);
    expect(checkout.has(addon)).toBe(true);
  });

  it('continues at the point at which it was killed', async () => {
    checkout.hold();
    const first = checkout.install('serve');
    await until('half of the module is compiled', firstIsCompiled);
    process.kill(-first.pid, 'SIGKILL');
    await first.ended;
    checkout.release();
    await install('serve');
    expect(compilerLog()).toMatch(/second\.o/);
    expect(compilerLog()).not.toMatch(/first\.o/);
  });

  it('continues if only the command that started it is killed, and the next command waits for it', async () => {
    checkout.hold();
    const first = checkout.install('serve');
    await until('half of the module is compiled', firstIsCompiled);
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    const second = checkout.install('serve');
    checkout.release();
    expect((await second.ended).code).toBe(0);
    // The second command did not start a log of its own.
    expect(compilerLog()).toMatch(/first\.o/);
    expect(compilerLog()).toMatch(/second\.o/);
  });

  it('starts from scratch if a killed compiler left half a file', async () => {
    checkout.hold();
    const first = checkout.install('serve');
    await until('half of the module is compiled', firstIsCompiled);
    process.kill(-first.pid, 'SIGKILL');
    await first.ended;
    checkout.halve(`.install/${kept()}`, 'first.o');
    checkout.release();
    await install('serve');
    expect(checkout.has(addon)).toBe(true);
  });

  it('uses the module that an ordinary npm ci compiled', async () => {
    npmCi();
    expect(checkout.has(addon)).toBe(true);
    await install('serve');
    expect(checkout.has('.install/native.log')).toBe(false);
  });

  it('keeps the packages for the tests if npm ci could not compile the module and removed it', async () => {
    npmCi();
    checkout.npm(['ci'], { CC: 'false' });
    expect([hasPackage('better-sqlite3'), hasPackage('checker')]).toEqual([false, true]);
    checkout.mark('checker');
    await install('serve');
    expect([checkout.has(addon), isMarked('checker')]).toEqual([true, true]);
  });

  it('replaces a module that does not load, and removes modules that were compiled with other flags', async () => {
    await install('serve');
    checkout.spoil(`.install/${kept()}`, 'better_sqlite3.node');
    npmCi('--ignore-scripts');
    await install('serve');
    expect(checkout.has(addon)).toBe(true);
    const before = kept();
    npmCi('--ignore-scripts');
    await install('serve', { CFLAGS: '-g' });
    expect(kept()).not.toBe(before);
  });

  it('reports the compiler’s output', async () => {
    const { code, output } = await checkout.install('serve', { CC: 'no-such-compiler' }).ended;
    expect(code).not.toBe(0);
    expect(output).toMatch(/no-such-compiler/);
    expect(output).toMatch(/better-sqlite3 could not be compiled/);
  });
});
