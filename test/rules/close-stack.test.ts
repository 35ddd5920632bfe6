import { expect, test } from 'vitest';
import { createCloseStack } from '../../daemon/lib/close-stack.ts';

test('what was opened is closed once, the newest first, also where one of it fails', async () => {
  const told: unknown[] = [];
  const stack = createCloseStack((error) => told.push(error));
  stack.add(async () => void told.push('database'));
  stack.add(() => {
    throw new Error('stuck');
  });
  stack.add(() => void told.push('server'));
  await Promise.all([stack.close(), stack.close()]);
  expect(told).toEqual(['server', new Error('stuck'), 'database']);
});
