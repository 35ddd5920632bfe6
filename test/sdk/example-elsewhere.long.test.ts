import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { getNode } from '../../build/nodes.mjs';
import { tryExample } from '../support/sdk/example-game.ts';

// Runs the example game server, which uses `service-sdk/server`, under newer Node versions, Bun and Deno. The other
// tests run it under Node 20.

const folder = mkdtempSync(join(tmpdir(), 'redeemd-runtimes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Fetches a program from npm and returns its path. */
function fetchProgram(name: string, file: string): string {
  const cwd = mkdtempSync(join(folder, 'program-'));
  const packed = execFileSync('npm', ['pack', '--silent', name], { cwd, encoding: 'utf8' }).trim();
  execFileSync('tar', ['-xzf', packed, '--strip-components=1'], { cwd });
  return join(cwd, file);
}

describe('the example game server runs', { timeout: 300_000 }, () => {
  it.each([22, 24, 26])('under Node %i', (major) => tryExample([getNode(major).program]));
  it('under Bun', () =>
    tryExample([fetchProgram(`@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}`, 'bin/bun')]));
  it('under Deno', () =>
    tryExample([
      fetchProgram(`@deno/linux-${process.arch}-glibc`, 'deno'),
      'run',
      '--allow-net',
      '--allow-env',
      '--allow-read',
    ]));
});
