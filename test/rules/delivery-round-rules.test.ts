import { describe, expect, test } from 'vitest';
import { LARGEST_ROUND, nextRoundSize, TOGETHER } from '../../daemon/delivery/send/round-rules.ts';

describe('the number of messages in the next round', () => {
  test.each([
    ['quick, and all delivered: twice as many', { size: 16, ms: 20, smooth: true }, 32],
    ['never more than the maximum', { size: LARGEST_ROUND, ms: 20, smooth: true }, LARGEST_ROUND],
    ['slow: half as many', { size: 128, ms: 4000, smooth: true }, 64],
    ['slow, and few already', { size: TOGETHER, ms: 4000, smooth: true }, TOGETHER],
    ['something failed: as few as at the start', { size: LARGEST_ROUND, ms: 20, smooth: false }, TOGETHER],
  ])('%s', (_, round, expected) => expect(nextRoundSize(round)).toBe(expected));
});
