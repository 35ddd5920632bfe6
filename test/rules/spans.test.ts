import { expect, it } from 'vitest';
import { inSpan } from '../../daemon/lib/spans.ts';

it('without an SDK there is no span, and nothing describes one', async () => {
  const describe = () => expect.unreachable('described');
  expect(await inSpan(describe, async (span) => [span])).toEqual([null]);
  await expect(inSpan(describe, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
