import { describe, expect, test } from 'vitest';
import { LARGEST_ROUND, nextRoundSize, TOGETHER } from '../../daemon/delivery/send/round-rules.ts';

describe('the number of messages in the next round', () => {
  test.each([
    ['doubles after a quick round in which all were delivered', { size: 16, ms: 20, smooth: true }, 32],
    ['never exceeds the maximum', { size: LARGEST_ROUND, ms: 20, smooth: true }, LARGEST_ROUND],
    ['is halved after a slow round', { size: 128, ms: 4000, smooth: true }, 64],
    ['does not fall below the minimum after a slow round', { size: TOGETHER, ms: 4000, smooth: true }, TOGETHER],
    ['falls back to the minimum after a failure', { size: LARGEST_ROUND, ms: 20, smooth: false }, TOGETHER],
  ])('%s', (_, round, expected) => expect(nextRoundSize(round)).toBe(expected));
});
