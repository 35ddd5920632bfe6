import { expect, test } from 'vitest';
import { createCloseStack } from '../../daemon/lib/close-stack.ts';

test('opened resources are closed once, newest first, even if closing one fails', async () => {
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
