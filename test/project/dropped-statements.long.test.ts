import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getNode, sqlite12For } from '../../build/nodes.mjs';
import { root } from '../../build/paths.mjs';

// From 24.19 on, Node aborts a process if a statement of better-sqlite3 12 is garbage-collected between two microtasks.

const LIBRARY = join(root, 'daemon/db/sqlite/sqlite-library.ts');
const MS = 10_000;
const TIMEOUT_MS = 300_000;

function dropStatements(major: number, place: string) {
  const program = join(root, 'test/support/faults/drop-statements.mjs');
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const options = { encoding: 'utf8', env, timeout: 10 * MS } as const;
  return spawnSync(getNode(major).program, [program, place, String(MS)], options);
}

describe('statements that are created and dropped', () => {
  it.each([22, 24, 26])(
    'do not abort the process under Node %i',
    (major) => {
      const { status, signal, stdout, stderr } = dropStatements(major, LIBRARY);
      expect({
        status,
        signal,
        stderr: stderr.replaceAll(/^.*(ExperimentalWarning|trace-warnings).*$\n/gm, ''),
      }).toEqual({
        status: 0,
        signal: null,
        stderr: '',
      });
      console.log(`Node ${major}: ${stdout.trim()} statements`);
      expect(Number(stdout)).toBeGreaterThan(1000);
    },
    TIMEOUT_MS,
  );

  it(
    'sabotage: with better-sqlite3 12 they abort Node 24',
    () => {
      const { signal, stderr } = dropStatements(24, sqlite12For(24));
      expect(signal).toBe('SIGABRT');
      expect(stderr).toContain('RemoveEnvironmentCleanupHook');
    },
    TIMEOUT_MS,
  );
});
