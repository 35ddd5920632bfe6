import { describe, expect, it } from 'vitest';
import {
  areSeamless,
  covers,
  findOverlap,
  freeRanges,
  type Range,
} from '../../daemon/domain/payouts/settlement-ranges.ts';
import {
  decideMove,
  type MovedRun,
  type MoveTerms,
  paymentReference,
  paymentStatusOf,
  type RunMove,
  type RunStatus,
  statementVoiding,
} from '../../daemon/features/payouts/run/payout-run-rules.ts';

const STATUSES: RunStatus[] = ['preparing', 'draft', 'approved', 'exported', 'paid', 'void'];
const run = (change: Partial<MovedRun> = {}): MovedRun => ({
  kind: 'monthly',
  status: 'draft',
  prepared_by: null,
  ...change,
});
const terms = (change: Partial<MoveTerms> = {}): MoveTerms => ({
  staffId: 7,
  twoPerson: false,
  hasNewer: false,
  hasPaid: false,
  ...change,
});

describe('a run', () => {
  it.each<[RunMove, Partial<Record<RunStatus, RunStatus>>]>([
    ['approve', { draft: 'approved' }],
    ['export', { approved: 'exported' }],
    ['pay', { exported: 'paid' }],
    ['void', { preparing: 'void', draft: 'void', approved: 'void', exported: 'void' }],
  ])('allows %s only in the right status', (move, allowed) => {
    for (const status of STATUSES) {
      const to = allowed[status];
      const expected = to ? { to } : { refused: 'invalid_status_move' };
      expect(decideMove(run({ status }), move, terms()), status).toEqual(expected);
    }
  });

  it.each<[string, Partial<MovedRun>, Partial<MoveTerms>, boolean]>([
    [
      'cannot be approved by the member of staff who created it, if two people are required',
      { kind: 'manual', prepared_by: 7 },
      { twoPerson: true },
      false,
    ],
    [
      'can be approved by the member of staff who created it, if one person is enough',
      { kind: 'manual', prepared_by: 7 },
      {},
      true,
    ],
    [
      'can be approved by another member, if two people are required',
      { kind: 'manual', prepared_by: 8 },
      { twoPerson: true },
      true,
    ],
    ['can be approved by any member, if a scheduled job created it', {}, { twoPerson: true }, true],
  ])('%s', (_, change, more, isAllowed) => {
    const expected = isAllowed ? { to: 'approved' } : { refused: 'second_person_needed' };
    expect(decideMove(run(change), 'approve', terms(more))).toEqual(expected);
  });

  it('can be voided only if there is no newer run', () => {
    expect(decideMove(run(), 'void', terms({ hasNewer: true }))).toEqual({ refused: 'newer_run' });
    expect(decideMove(run(), 'approve', terms({ hasNewer: true }))).toEqual({ to: 'approved' });
  });

  it('cannot be voided once a payment has arrived, because the next run would pay it again', () => {
    const arrived = terms({ hasPaid: true });
    expect(decideMove(run({ status: 'exported' }), 'void', arrived)).toEqual({ refused: 'statements_paid' });
    expect(decideMove(run({ status: 'exported' }), 'pay', arrived)).toEqual({ to: 'paid' });
  });

  it('gives its statements a payment status, unless it is void or nothing is payable', () => {
    const statement = { payable: 100n, voided_at: null, paid_at: null, taken_out: false };
    const statusOf = (change: Partial<Parameters<typeof paymentStatusOf>[0]>, status: RunStatus) =>
      paymentStatusOf({ ...statement, ...change }, { status });
    expect(statusOf({}, 'exported')).toBe('pending');
    expect(statusOf({}, 'void')).toBeNull();
    expect(statusOf({ paid_at: 1 }, 'exported')).toBe('paid');
    expect(statusOf({ paid_at: 1, voided_at: 2 }, 'paid')).toBe('failed');
    expect(statusOf({ payable: 0n }, 'paid')).toBeNull();
    expect(statusOf({ voided_at: 1, taken_out: true }, 'paid')).toBeNull();
  });

  it('has statements whose payment can be marked as failed after the export', () => {
    const [failed, none] = ['payment_failed', null];
    expect(STATUSES.map(statementVoiding)).toEqual([none, 'taken_out', none, failed, failed, none]);
  });

  it('has references that a bank accepts', () => {
    expect(paymentReference(12, 3456)).toBe('P12-3456');
  });
});

describe('settlement numbers', () => {
  it.each<[Range[], number, Range[]]>([
    [[], 3, [[1, 3]]],
    [[[1, 3]], 3, []],
    [[[1, 2]], 4, [[3, 4]]],
    [
      [[2, 2]],
      4,
      [
        [1, 1],
        [3, 4],
      ],
    ],
    [
      [
        [4, 6],
        [1, 2],
      ],
      9,
      [
        [3, 3],
        [7, 9],
      ],
    ],
    [[[1, 9]], 3, []],
    [[[5, 9]], 3, [[1, 3]]],
  ])('that are not in %j, up to %i, are %j', (held, upTo, free) => {
    expect(freeRanges(held, upTo)).toEqual(free);
  });

  it('are checked for gaps and overlaps', () => {
    expect(
      [0, 1, 2, 3].filter((no) =>
        covers(
          [
            [1, 1],
            [3, 3],
          ],
          no,
        ),
      ),
    ).toEqual([1, 3]);
    expect(
      areSeamless([
        [3, 3],
        [1, 2],
      ]),
    ).toBe(true);
    expect(
      areSeamless([
        [3, 3],
        [1, 1],
      ]),
    ).toBe(false);
    expect(areSeamless([[2, 3]])).toBe(false);
    expect(
      findOverlap([
        [1, 2],
        [3, 3],
      ]),
    ).toBeNull();
    expect(
      findOverlap([
        [2, 4],
        [1, 2],
      ]),
    ).toBe(2);
  });
});
