import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { declarations, serverTypes } from '../../build/sdk-types.mjs';

it('the SDK’s types for game servers are those of the contract; `npm run sdk:types` regenerates them', async () => {
  expect(readFileSync(join(root, 'sdk/server-types.ts'), 'utf8')).toBe(await serverTypes());
});

it.each(Object.entries(declarations()))('%s declares what the sources export', (name, text) => {
  expect(readFileSync(join(root, 'sdk/declarations', name), 'utf8')).toBe(text);
});
