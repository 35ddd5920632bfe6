import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { OWNER } from '../support/world/daemon.ts';
import { figuresOf, fillEarlier } from '../support/world/earlier-world.ts';

// Builds the image with buildah. The base image consists of Debian's packages and this machine's Node, so no image
// registry is needed. This requires root and takes some minutes.

const missing = ['buildah', 'debootstrap'].filter((program) => spawnSync('which', [program]).status !== 0);
if (process.getuid?.() !== 0) missing.push('root');
const why = missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : '';
const BASE = 'localhost/redeemd-base';
const IMAGE = 'localhost/redeemd';
const MOST_BYTES = 120e6;

describe.skipIf(missing.length > 0)(`the image${why}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-image-'));
  const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...storage, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim();
  let container: string;
  let daemon: number | undefined;

  const run = (env: Record<string, string>, ...command: string[]) => {
    const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    return [...storage, 'run', '--isolation', 'chroot', ...settings, container, '--', ...command];
  };

  beforeAll(() => {
    makeBase(join(folder, 'base'));
    const base = buildah('from', 'scratch');
    buildah('add', '--quiet', base, join(folder, 'base'), '/');
    buildah('commit', '--quiet', '--rm', base, BASE);
    rmSync(join(folder, 'base'), { recursive: true });
    const args = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', `NODE_IMAGE=${BASE}`];
    buildah('build', '--quiet', ...args, '--tag', IMAGE, root);
    container = buildah('from', IMAGE);
  }, 1_800_000);
  afterAll(() => {
    if (daemon) process.kill(daemon, 'SIGKILL');
    if (container) buildah('rm', container);
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  it('is small, and has no shell and no compiler', () => {
    const place = buildah('mount', container);
    const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => join(place, file));
    const bytes = files.reduce((sum, file) => sum + lstatSync(file).size, 0);
    console.log(`${(bytes / 1e6).toFixed(1)} MB with Node ${process.version}`);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(readdirSync(join(place, 'usr/bin'))).toEqual(['node']);
    expect(existsSync(join(place, 'bin'))).toBe(false);
  });

  it('runs the release as a user who is not root, and reports its health', () => {
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE));
    expect(Docker.config).toMatchObject({
      User: '10001:10001',
      Volumes: { '/data': {} },
      Entrypoint: ['/usr/bin/node', '/opt/redeemd/lib/start.js'],
      Healthcheck: { Test: ['CMD', '/usr/bin/node', '/opt/redeemd/lib/healthcheck.js'] },
    });
  });

  it('does its main job, reports that it is healthy, and stops when requested', async () => {
    const owner = { REDEEMD_OWNER_EMAIL: OWNER.email, REDEEMD_OWNER_PASSWORD: OWNER.password };
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE));
    const { Entrypoint, Cmd, Healthcheck } = Docker.config;
    const child = spawn('buildah', run({ REDEEMD_PORT: '0', ...owner }, ...Entrypoint, ...Cmd));
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const url = await addressOf(child);
    daemon = daemonBelow(child);
    expect(userOf(daemon)).toBe('10001');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await figuresOf(url, await fillEarlier(url))).toContain('"total_revenue":25');
    const check = () =>
      spawnSync('buildah', run({ REDEEMD_PORT: new URL(url).port }, ...Healthcheck.Test.slice(1))).status;
    expect(check()).toBe(0);
    process.kill(daemon, 'SIGTERM');
    expect(await ended).toBe(0);
    daemon = undefined;
    expect(check()).toBe(1);
  }, 120_000);
});

/** Creates a Debian system with the packages of the build stage, and with this machine's Node, npm and certificates. */
function makeBase(place: string) {
  const packages = '--include=g++,make,python3,binutils';
  execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', place], { stdio: ['ignore', 'ignore', 2] });
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  cpSync(process.execPath, join(place, 'usr/bin/node'), { dereference: true });
  for (const part of ['lib/node_modules/npm', 'include/node', 'etc/npmrc'])
    if (existsSync(join(prefix, part))) cpSync(join(prefix, part), join(place, 'usr', part), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(place, 'usr/bin/npm'));
  cpSync('/etc/ssl/certs', join(place, 'etc/ssl/certs'), { recursive: true, dereference: true });
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout)
    for await (const line of createInterface(stdout)) if (line.includes(' on ')) return line.replace(/.* on /, '');
  throw new Error('The daemon ended before it listened');
}

/** Returns the daemon's process ID. buildah starts copies of itself, and the last one starts the daemon. */
function daemonBelow({ pid }: ChildProcess): number {
  const childOf = (parent: number) =>
    readdirSync(`/proc/${parent}/task`)
      .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' ').filter(Boolean))
      .map(Number)[0];
  let last = pid ?? 0;
  for (let next = childOf(last); next !== undefined; next = childOf(last)) last = next;
  return last;
}

const userOf = (pid: number) => /^Uid:\t(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
