import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { filesUnder } from '../../build/sources.mjs';

// Limits the CPU seconds of each test file, so that a test run takes no longer than CONTRIBUTING.md says.

const LIMITS = { whole: 12, full: 60 };

/** Files with a higher limit, and the reason. Limits may be lowered; a new file needs an equally good reason. */
const MORE: Record<string, [bound: number, why: string]> = {
  'test/api/erase-user.test.ts': [25, 'several kinds of user ID, searched in the files of both databases'],
  'test/api/every-endpoint-access.test.ts': [18, 'each endpoint with each kind of caller'],
  'test/api/every-endpoint-fuzz.test.ts': [75, '300 inputs for each endpoint'],

  'test/faults/daemon-kills.test.ts': [45, 'ten kills on each database'],
  'test/portal/every-screen.slow.test.ts': [130, 'every screen in two sizes, light and dark'],
  'test/portal/layout-shift.slow.test.ts': [110, 'every screen, with each response late'],
  'test/portal/role-live_ops.test.ts': [20, 'creates the demo data of all roles'],
  'test/portal/setup-and-session.test.ts': [20, 'every step on a screen'],
  'test/project/dev-mode.slow.test.ts': [90, 'a daemon and a dev server in a copy of the checkout'],
  'test/project/install.slow.test.ts': [80, 'SQLite compiled, interrupted and continued'],
  'test/races/redeem-races.test.ts': [20, 'A3 to A5: 5,000 users at once, three daemons'],
  'test/races/reference-model.test.ts': [25, '200 seeds of 200 operations'],
  'test/sdk/server-faults.slow.test.ts': [100, 'a thousand calls to each operation through a proxy with faults'],
};

const costs: Record<string, number> = JSON.parse(readFileSync(join(root, 'test/costs.json'), 'utf8'));
const files = filesUnder(join(root, 'test'), (name) => name !== 'node_modules' && name !== 'fixtures')
  .map((file) => relative(root, file))
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'));
const limitOf = (name: string) => MORE[name]?.[0] ?? LIMITS[name.endsWith('.slow.test.ts') ? 'full' : 'whole'];

/** Returns a message for each named file that was not measured or exceeds its limit. */
function faultsOf(names: readonly string[], known: Record<string, number>): string[] {
  return names.flatMap((name) => {
    const cost = known[name];
    if (cost === undefined) return [`${name} was not measured: run \`npm run test:costs -- ${name}\``];
    if (cost <= limitOf(name)) return [];
    return [`${name} costs ${cost} CPU seconds; its limit is ${limitOf(name)}. Make it cheaper, or name it *.slow`];
  });
}

it('every file was measured and is within its limit', () => {
  expect(faultsOf(files, costs)).toEqual([]);
});

it('every file with a higher limit needs it', () => {
  const needless = Object.keys(MORE).filter(
    (name) => (costs[name] ?? 0) <= LIMITS[name.endsWith('.slow.test.ts') ? 'full' : 'whole'],
  );
  expect(needless).toEqual([]);
});

it('sabotage: a file that is new or too expensive is reported', () => {
  expect(faultsOf(['a.test.ts', 'b.test.ts', 'c.slow.test.ts'], { 'b.test.ts': 13, 'c.slow.test.ts': 60 })).toEqual([
    'a.test.ts was not measured: run `npm run test:costs -- a.test.ts`',
    'b.test.ts costs 13 CPU seconds; its limit is 12. Make it cheaper, or name it *.slow',
  ]);
});
