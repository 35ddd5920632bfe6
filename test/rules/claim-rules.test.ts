import { describe, expect, it } from 'vitest';
import { type LimitsRow, usesToGiveBack } from '../../daemon/features/claims/claim-rules.ts';

const code = (
  code_id: number,
  kind: LimitsRow['kind'],
  usage_limit: number | null,
  creator_usage_limit: number | null = null,
) => ({ code_id, kind, usage_limit, creator_usage_limit }) satisfies LimitsRow;

describe('the uses that a released claim returns', () => {
  it.each([
    ['exclude that of a redeem code without a limit', [code(1, 'redeem', null)], 1, 1, []],
    ['include that of a redeem code with a limit', [code(1, 'redeem', 5)], 1, 1, [1]],
    [
      'exclude that of a creator’s code without any limit',
      [code(1, 'referral', null), code(2, 'creator', null)],
      2,
      1,
      [],
    ],
    [
      'include that of the base code, if the base code has a limit',
      [code(1, 'referral', 9), code(2, 'creator', null)],
      2,
      1,
      [1],
    ],
    [
      'include that of a creator’s code, if its base code limits each code',
      [code(1, 'referral', null, 3), code(2, 'creator', null)],
      2,
      1,
      [2],
    ],
    [
      'include that of a creator’s code with a limit of its own',
      [code(1, 'referral', null), code(2, 'creator', 4)],
      2,
      1,
      [2],
    ],
    [
      'include both, if the base code has both limits',
      [code(1, 'referral', 9, 3), code(2, 'creator', null)],
      2,
      1,
      [1, 2],
    ],
    ['are in the order of the code IDs', [code(7, 'referral', 9, 3), code(2, 'creator', null)], 2, 7, [2, 7]],
  ] as const)('%s', (_, codes, codeId, baseCodeId, given) => {
    expect(usesToGiveBack(codes, codeId, baseCodeId)).toEqual(given);
  });

  it('are unknown for a code that no longer exists', () => {
    expect(() => usesToGiveBack([], 1, 1)).toThrow();
  });
});
