import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { PORTAL_SCREENS } from '../../daemon/contract/words.ts';

test('a view can be saved of each screen with a route, and of no other', () => {
  const routes = readFileSync(join(root, 'src/renderer/app/routes.tsx'), 'utf8');
  const paths = [...routes.matchAll(/(?:screen\(root, |path: )'\/([^/']+)/g)].map(([, first]) => first);
  expect(new Set(paths)).toEqual(new Set(PORTAL_SCREENS));
});
