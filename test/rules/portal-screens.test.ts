import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { PORTAL_SCREENS } from '../../daemon/contract/portal-screens.ts';

test('a view can be saved for each screen with a route, and for no other', () => {
  const files = ['routes.tsx', 'campaign-routes.ts', 'key-pool-routes.ts'];
  const routes = files.map((name) => readFileSync(join(root, 'src/renderer/app', name), 'utf8')).join('');
  const paths = [...routes.matchAll(/(?:screen\(root, |path: )'\/([^/']+)/g)].map(([, first]) => first);
  expect(new Set(paths)).toEqual(new Set(PORTAL_SCREENS));
});
