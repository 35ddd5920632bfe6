import { afterAll, beforeAll, test } from 'vitest';
import { expectEachOnce, serverThroughFaults } from '../support/sdk/server-through-faults.ts';

let world: Awaited<ReturnType<typeof serverThroughFaults>>;
beforeAll(async () => {
  world = await serverThroughFaults('sqlite');
});
afterAll(() => world?.close());

test(
  'a thousand calls to each operation are neither lost nor duplicated, despite faults',
  () => expectEachOnce(world, 1000),
  300_000,
);
