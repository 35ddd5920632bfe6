import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getNode, thisNode } from '../../build/nodes.mjs';
import { root } from '../../build/paths.mjs';
import { doMainJob } from '../support/world/main-job.ts';

// Tests the release and the API with the newer Node versions that operators use. Most other tests run with Node 20.

const MAJORS = [22, 24, 26];
const folder = mkdtempSync(join(tmpdir(), 'redeemd-nodes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('one release', () => {
  const made = join(folder, 'made');
  beforeAll(() => {
    const args = [join(root, 'build/release.mjs'), `--into=${made}`, `--nodes=${MAJORS}`];
    execFileSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
    const tarball = readdirSync(made).find((name) => name.endsWith('.tar.gz')) ?? '';
    execFileSync('tar', ['-xf', join(made, tarball), '-C', folder, '--strip-components=1']);
  }, 3_600_000);

  it.each(MAJORS)('does its main job under Node %i', async (major) => {
    await doMainJob(getNode(major).program, join(folder, 'lib/start.js'));
  });

  it.skipIf(MAJORS.includes(thisNode.major))('refuses to run under any other version of Node', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'lib/start.js')], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(`This release is for Node 22, 24, 26; this is Node ${process.versions.node}.`);
  });
});

describe('the tests of the API', () => {
  const checkout = join(folder, 'checkout');
  beforeAll(() => {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of listed.split('\0').filter(Boolean)) cpSync(join(root, file), join(checkout, file));
    const modules = join(root, 'node_modules');
    const isCache = (file: string) => file === join(modules, '.cache');
    const options = { recursive: true, verbatimSymlinks: true, filter: (file: string) => !isCache(file) };
    cpSync(modules, join(checkout, 'node_modules'), options);
    cpSync(join(root, 'daemon/node_modules'), join(checkout, 'daemon/node_modules'), options);
    for (const script of ['build/sdk-build.mjs', 'build/portal-build.mjs'])
      execFileSync(process.execPath, [script], { cwd: checkout, stdio: ['ignore', 2, 2] });
  }, 600_000);

  it.each(MAJORS)(
    'pass under Node %i',
    (major) => {
      const { program } = getNode(major);
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'build/vitest.config.ts', 'test/api'];
      const { VITEST: _, VITEST_MODE: __, NODE_OPTIONS: ___, ...env } = process.env;
      const tried = spawnSync(program, [...args, '--maxWorkers=1', '--reporter=default'], {
        ...{ cwd: checkout, encoding: 'utf8', maxBuffer: 1e9 },
        env: { ...env, REDEEMD_LONG: '', NO_COLOR: '1', PATH: `${dirname(program)}:${env.PATH}` },
      });
      const result = tried.stdout.slice(-4000) + tried.stderr.slice(-4000);
      console.log(`Node ${major}: ${/Tests .*/.exec(tried.stdout)?.[0]}`);
      expect(tried.status, result).toBe(0);
    },
    3_600_000,
  );
});
