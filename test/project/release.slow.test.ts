import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cachedNodes, thisNode } from '../../build/nodes.mjs';
import { root } from '../../build/paths.mjs';
import { doMainJob } from '../support/world/main-job.ts';

// Tests the release as operators get it: unpacked in an empty folder, with only Node.

const folder = mkdtempSync(join(tmpdir(), 'redeemd-release-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { version } = JSON.parse(readFileSync(join(root, 'daemon/package.json'), 'utf8'));
/** This Node version, and those that `npm run release -- --nodes=…` or a long run has cached on this machine. */
const nodes = [thisNode, ...cachedNodes()];
const majors = nodes.map(({ major }) => major);
const title = `redeemd-${version}-${process.platform}-${process.arch}-node${majors.join('-')}`;
const made = join(folder, 'made');
const release = join(folder, title);
const environment = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, REDEEMD_PORT: '0' };

const filesIn = (place: string) =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeAll(() => {
  const args = [join(root, 'build/release.mjs'), `--into=${made}`, `--nodes=${majors}`];
  execFileSync(process.execPath, args, { stdio: ['ignore', 2, 2] });
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: made, stdio: ['ignore', 2, 2] });
  execFileSync('tar', ['-xf', join(made, `${title}.tar.gz`), '-C', folder]);
}, 120_000);

const run = (place: string, ...args: string[]) =>
  spawnSync(join(place, 'bin/redeemd'), args, { cwd: folder, env: environment, encoding: 'utf8', timeout: 20_000 });

async function addressOf(daemon: ChildProcess): Promise<string> {
  if (!daemon.stdout) throw new Error('The daemon has no stdout');
  for await (const line of createInterface({ input: daemon.stdout })) return line.replace(/^.* on /, '');
  throw new Error('The daemon ended before it listened');
}

describe('the release', () => {
  it('runs from a separate folder, serves the Portal and the SDK, and reports its version', async () => {
    const startedAt = Date.now();
    const daemon = spawn(join(release, 'bin/redeemd'), { cwd: folder, env: environment });
    const ended = new Promise((resolve) => daemon.once('exit', resolve));
    const url = await addressOf(daemon);
    console.log(`It listens after ${Date.now() - startedAt} ms`);
    const get = async (path: string) => fetch(`${url}${path}`);
    expect(await (await get('/healthz')).json()).toMatchObject({ version });
    expect((await get('/readyz')).status).toBe(200);
    expect(await (await get('/portal/')).text()).toContain('<div id="root">');
    expect(await (await get('/sdk.js')).text()).toContain(url);
    expect((await get('/v1/openapi.json')).status).toBe(200);
    daemon.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(readdirSync(join(folder, 'data'))).toContain('redeem.db');
  }, 30_000);

  it.each(nodes)('does its main job under Node $major', ({ program }) =>
    doMainJob(program, join(release, 'lib/start.js')),
  );

  it('is small, and contains no sources and no paths from the machine that built it', () => {
    const files = filesIn(release);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    console.log(
      `${(bytes / 1e6).toFixed(1)} MB, packed ${(statSync(join(made, `${title}.tar.gz`)).size / 1e6).toFixed(1)} MB`,
    );
    // The release contains at most two SQLite modules: one for Node 20 and one for all later versions.
    expect(bytes).toBeLessThan(20.5e6 + 2.5e6 * 2);
    expect(files.filter((file) => /\.(ts|tsx|map)$/.test(file))).toEqual([]);
    for (const file of files) expect(readFileSync(file).includes(root), file).toBe(false);
  });

  it('lists every package that it contains with its licence, as text and as a bill of materials', () => {
    const bill = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8'));
    const notices = readFileSync(join(release, 'NOTICES.txt'), 'utf8');
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'redeemd', version } } });
    const { dependencies } = JSON.parse(readFileSync(join(root, 'daemon/package.json'), 'utf8'));
    const named = bill.components.map(({ name }: { name: string }) => name);
    const wanted = Object.keys(dependencies).filter((name) => name !== 'better-sqlite3-13');
    expect(named).toEqual(expect.arrayContaining([...wanted, 'react', '@mantine/core', 'luxon']));
    const sqlite = bill.components.filter(({ name }: { name: string }) => name === 'better-sqlite3');
    const versions = sqlite.map(({ version }: { version: string }) => version.split('.')[0]);
    expect(versions).toEqual([...new Set(majors.map((major) => (major < 22 ? '12' : '13')))]);
    for (const component of bill.components) expect(notices).toContain(`\n${component.name} ${component.version} (`);
  });

  it('prints its version, unless lib/main.js was changed or is missing or the Node version is not supported', () => {
    expect(run(release, '--version').stdout).toBe(`${version}\n`);
    const broken = join(folder, 'broken');
    cpSync(release, broken, { recursive: true });
    appendFileSync(join(broken, 'lib/main.js'), ' ');
    expect(run(broken, '--version')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'redeemd: lib/main.js differs from the file in the release. Unpack the release again.\n',
    });
    rmSync(join(broken, 'lib/main.js'));
    expect(run(broken, '--version')).toMatchObject({ status: 1, stdout: '' });
    expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: broken }).status).toBe(1);
    const about = JSON.parse(readFileSync(join(broken, 'package.json'), 'utf8'));
    about.release.nodes = [98, 99];
    writeFileSync(join(broken, 'package.json'), JSON.stringify(about));
    expect(run(broken, '--version')).toMatchObject({
      status: 1,
      stderr: `redeemd: This release is for Node 98, 99; this is Node ${process.versions.node}. Use the release for your Node version.\n`,
    });
  });
});

describe('npm pack of the daemon', () => {
  it('contains the program with its Portal, SDK and migrations, and no sources', () => {
    const args = ['pack', '--workspace=daemon', '--dry-run', '--json'];
    const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const [{ files }] = JSON.parse(printed.slice(printed.indexOf('[')));
    const paths: string[] = files.map(({ path }: { path: string }) => path);
    for (const path of ['main.js', 'sqlite-worker.js', 'portal/index.html', 'sdk/service-sdk.daemon.js', 'LICENSE'])
      expect(paths).toContain(`dist/${path}`);
    expect(paths.filter((path) => !path.startsWith('dist/'))).toEqual(['package.json']);
    expect(paths.filter((path) => /\.(ts|tsx|map)$/.test(path))).toEqual([]);
  }, 60_000);
});
