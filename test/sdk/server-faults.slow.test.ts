import { afterAll, beforeAll, test } from 'vitest';
import { amountOf } from '../support/amounts.ts';
import { expectEachOnce, serverThroughFaults } from '../support/sdk/server-through-faults.ts';

let world: Awaited<ReturnType<typeof serverThroughFaults>>;
beforeAll(async () => {
  world = await serverThroughFaults('sqlite');
});
afterAll(() => world?.close());

const CALLS = amountOf('REDEEMD_FAULTY_CALLS');

test(
  `${CALLS} calls to each operation are neither lost nor duplicated, despite faults`,
  () => expectEachOnce(world, CALLS),
  300_000,
);
