import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectEachOnce, serverThroughFaults } from '../support/sdk/server-through-faults.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

describe.each(STORY_DATABASES)('the SDK for game servers, with the daemon on %s', (database) => {
  let world: Awaited<ReturnType<typeof serverThroughFaults>>;
  beforeAll(async () => {
    world = await serverThroughFaults(database);
  });
  afterAll(() => world?.close());

  test('does not retry after a refusal, and throws an error with its code and fields', async () => {
    const { game, sdk, proxy } = world;
    const error = await game.redeem({ user_id: 'p', code: 'NONE' }, { requestId: 'r:1' }).catch((refusal) => refusal);
    expect(sdk.isRefusal(error, 'code_not_found')).toBe(true);
    expect(sdk.isRefusal(error, 'limit_reached')).toBe(false);
    expect(error).toMatchObject({
      status: 404,
      code: 'code_not_found',
      request_id: 'r:1',
      errors: [],
      retryAfterMs: 0,
    });
    expect(proxy.log).toHaveLength(1);
  });

  test('neither loses nor duplicates a call', () => expectEachOnce(world, 12));
});
