import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { root } from '../../../build/paths.mjs';
import { filesUnder } from '../../../build/sources.mjs';

// Creates a checkout with this project's install scripts and packages of a few bytes, which npm installs from local
// tarballs. A test can then install dozens of times without a registry.

type Files = Record<string, string>;

const GENERATED = '<(SHARED_INTERMEDIATE_DIR)/sqlite3';

/**
 * A minimal module for Node 20. As in the real package, an action copies the sources of its first half. Its second half
 * is not compiled while the file `hold` exists.
 */
const SQLITE_12: Files = {
  'index.js': `require('./build/Release/better_sqlite3.node');\nmodule.exports = class { close() {} };\n`,
  'binding.gyp': JSON.stringify({
    targets: [
      {
        target_name: 'copied',
        type: 'none',
        hard_dependency: 1,
        actions: [
          {
            action_name: 'copy',
            inputs: ['deps/sqlite3/first.c', 'deps/sqlite3/first.h'],
            outputs: [`${GENERATED}/first.c`, `${GENERATED}/first.h`],
            action: ['node', 'copy.js', '<@(_inputs)', '<@(_outputs)'],
          },
        ],
      },
      {
        target_name: 'first',
        type: 'static_library',
        dependencies: ['copied'],
        sources: [`${GENERATED}/first.c`],
        cflags: ['-fPIC'],
      },
      {
        target_name: 'better_sqlite3',
        dependencies: ['first'],
        sources: ['<(SHARED_INTERMEDIATE_DIR)/second.c'],
        actions: [
          {
            action_name: 'wait',
            inputs: ['second.c'],
            outputs: ['<(SHARED_INTERMEDIATE_DIR)/second.c'],
            action: ['node', 'wait.js', '<@(_inputs)', '<@(_outputs)'],
          },
        ],
      },
    ],
  }),
  'wait.js': `const { copyFileSync, existsSync } = require('node:fs');
    const copy = () => (existsSync(process.env.TINY_HOLD) ? setTimeout(copy, 50) : copyFileSync(...process.argv.slice(2)));
    copy();`,
  'copy.js': `const { copyFileSync, mkdirSync } = require('node:fs');
    const [c, h, toC, toH] = process.argv.slice(2);
    mkdirSync(require('node:path').dirname(toC), { recursive: true });
    copyFileSync(c, toC);
    copyFileSync(h, toH);`,
  'deps/sqlite3/first.c': '#include "first.h"\nint first(void) { return 1; }\n',
  'deps/sqlite3/first.h': 'int first(void);\n',
  'second.c': `#include <node_api.h>
    int first(void);
    NAPI_MODULE_INIT() { return first() == 1 ? exports : 0; }\n`,
};

const SQLITE_13: Files = { 'index.js': 'module.exports = class { close() {} };\n' };

interface Tiny {
  needs?: Record<string, string>;
  scripts?: Record<string, string>;
  files?: Files;
}

const PACKAGES: Record<string, Tiny> = {
  'better-sqlite3': {
    needs: { helper: '1.0.0' },
    files: SQLITE_12,
    scripts: { install: 'node-gyp rebuild --release' },
  },
  'better-sqlite3-13': { files: SQLITE_13 },
  helper: {},
  page: { needs: { helper: '1.0.0' } },
  checker: { needs: { 'with-script': '1.0.0' } },
  'with-script': { scripts: { postinstall: "node -e \"fs.writeFileSync('made', '')\"" } },
};

const packageOf = (name: string, { needs = {}, scripts = {} }: Tiny) => ({
  name,
  version: '1.0.0',
  ...(Object.keys(needs).length > 0 && { dependencies: needs }),
  ...(Object.keys(scripts).length > 0 && { scripts }),
});

/** The root needs `page`, the daemon needs SQLite, and only the tests need `checker`. */
const WORKSPACES = {
  daemon: { dependencies: { 'better-sqlite3-13': '1.0.0' }, optionalDependencies: { 'better-sqlite3': '1.0.0' } },
  sdk: {},
  test: { dependencies: { checker: '1.0.0' } },
};

function write(folder: string, files: Record<string, unknown>) {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/** Packs a package and returns its entry in the lock file. */
function pack(folder: string, name: string, tiny: Tiny) {
  const draft = join(folder, name);
  write(join(draft, 'package'), { 'package.json': packageOf(name, tiny), ...tiny.files });
  const tarball = `${draft}.tgz`;
  spawnSync('tar', ['-czf', tarball, '-C', draft, 'package']);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const { name: _, scripts, ...about } = packageOf(name, tiny);
  return { ...about, resolved: `file:${tarball}`, integrity, ...(scripts && { hasInstallScript: true }) };
}

function filesNamed(folder: string, name: string) {
  const found = filesUnder(folder).filter((file) => basename(file) === name);
  if (found.length === 0) throw new Error(`There is no ${name} below ${folder}`);
  return found;
}

export type TinyCheckout = ReturnType<typeof makeTinyCheckout>;

export function makeTinyCheckout() {
  const home = mkdtempSync(join(tmpdir(), 'redeemd-install-'));
  const folder = join(home, 'checkout');
  const hold = join(home, 'hold');
  const isBuildFile = (file: string) => file === join(root, 'build') || file.endsWith('.mjs');
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true, filter: isBuildFile });
  const about = {
    name: 'tiny',
    version: '1.0.0',
    workspaces: Object.keys(WORKSPACES),
    devDependencies: { page: '1.0.0' },
  };
  write(folder, {
    'package.json': { ...about, type: 'module', allowScripts: { 'better-sqlite3': true, 'with-script': true } },
  });
  const locked: Record<string, unknown> = { '': about };
  for (const [name, own] of Object.entries(WORKSPACES)) {
    const workspace = { name: `tiny-${name}`, version: '1.0.0', ...own };
    write(folder, { [`${name}/package.json`]: workspace });
    locked[name] = workspace;
    locked[`node_modules/tiny-${name}`] = { resolved: name, link: true };
  }
  for (const [name, tiny] of Object.entries(PACKAGES))
    locked[`node_modules/${name}`] = {
      ...pack(join(home, 'tarballs'), name, tiny),
      optional: name === 'better-sqlite3',
    };
  write(folder, {
    'package-lock.json': { name: 'tiny', version: '1.0.0', lockfileVersion: 3, requires: true, packages: locked },
  });
  const prefix = dirname(dirname(process.execPath));
  const env = {
    ...process.env,
    TINY_HOLD: hold,
    npm_config_cache: join(home, 'cache'),
    npm_config_nodedir: prefix,
    npm_config_offline: 'true',
  };
  const at = (...names: string[]) => join(folder, ...names);
  return {
    folder,
    at,
    has: (...names: string[]) => existsSync(at(...names)),
    read: (...names: string[]) => readFileSync(at(...names), 'utf8'),
    /** Adds a file to a package. It disappears if npm installs the package again. */
    mark: (name: string) => write(at('node_modules', name), { marked: '' }),
    hold: () => write(home, { [basename(hold)]: '' }),
    release: () => rmSync(hold),
    /** Removes a package or one of npm's own files. */
    lose: (name: string) => rmSync(at('node_modules', name), { recursive: true }),
    /** Leaves the state of an install that was killed. */
    leaveUnfinished: () => write(folder, { '.install/unfinished': '' }),
    hideTarballs: () => rmSync(join(home, 'tarballs'), { recursive: true }),
    halve: (below: string, name: string) => {
      for (const file of filesNamed(at(below), name)) truncateSync(file, statSync(file).size / 2);
    },
    spoil: (below: string, name: string) => {
      for (const file of filesNamed(at(below), name)) writeFileSync(file, 'not a module');
    },
    /** Runs npm as a developer does. */
    npm: (args: string[], more = {}) =>
      spawnSync('npm', args, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' }),
    /** Starts the first step of `npm start` and `npm test` in its own process group. */
    install: (extent: 'serve' | 'all', more = {}) => {
      const script = `await (await import('./build/install.mjs')).install('${extent}')`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        cwd: folder,
        env: { ...env, ...more },
        detached: true,
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => (output += text));
      const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
        child.once('exit', (code) => resolve({ code, output })),
      );
      return { pid: child.pid as number, ended };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
