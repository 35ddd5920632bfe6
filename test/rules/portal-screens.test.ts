import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { PORTAL_SCREENS } from '../../daemon/contract/words.ts';

test('a view can be saved of each screen of the router, and of no other', () => {
  const router = readFileSync(join(root, 'src/renderer/app/router.tsx'), 'utf8');
  const paths = [...router.matchAll(/route\('\/([^/']+)/g)].map(([, first]) => first);
  expect(new Set(paths)).toEqual(new Set(PORTAL_SCREENS));
});
