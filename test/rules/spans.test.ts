import { expect, it } from 'vitest';
import { inSpan } from '../../daemon/lib/spans.ts';

it('without an OpenTelemetry SDK, no span is created or described', async () => {
  const describe = () => expect.unreachable('described');
  expect(await inSpan(describe, async (span) => [span])).toEqual([null]);
  await expect(inSpan(describe, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
