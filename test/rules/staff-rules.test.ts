import { describe, expect, it, test } from 'vitest';
import type { Role } from '../../daemon/contract/endpoint.ts';
import { LOCK_MS, MAX_FAILURES, startAttempt, undoAttempt } from '../../daemon/features/staff/sign-in-rules.ts';
import { isLastOwner, statusOf } from '../../daemon/features/staff/staff-rules.ts';

const NOW = 1_000_000;
const active = { password_hash: 'h', locked_until: null, removed_at: null };

describe('the status of a member of staff', () => {
  test.each([
    ['active', active],
    ['active', { ...active, locked_until: NOW }],
    ['locked', { ...active, locked_until: NOW + 1 }],
    ['invited', { ...active, password_hash: null }],
    ['invited', { ...active, password_hash: null, locked_until: NOW + 1 }],
    ['removed', { ...active, removed_at: 1 }],
    ['removed', { password_hash: null, locked_until: NOW + 1, removed_at: 1 }],
  ])('%s: %o', (status, row) => {
    expect(statusOf(row, NOW)).toBe(status);
  });
});

describe('the last owner', () => {
  const member = (staff_id: number, role: Role, more = {}) => ({ staff_id, role, ...active, ...more });
  const me = member(1, 'owner');
  test.each([
    [true, [me]],
    [true, [me, member(2, 'finance')]],
    [true, [me, member(2, 'owner', { password_hash: null })]],
    [true, [me, member(2, 'owner', { removed_at: 1 })]],
    [false, [me, member(2, 'owner')]],
    // A lock ends by itself.
    [false, [me, member(2, 'owner', { locked_until: NOW + 1 })]],
  ])('is the last one: %s, among %o', (last, staff) => {
    expect(isLastOwner(staff, me)).toBe(last);
  });
  it('is not a moderator, nor an owner who has not yet accepted the invitation', () => {
    expect(isLastOwner([me], member(2, 'moderator'))).toBe(false);
    expect(isLastOwner([me], member(2, 'owner', { password_hash: null }))).toBe(false);
  });
});

describe('attempts to sign in', () => {
  const start = (failed_sign_ins: number, locked_until: number | null = null) =>
    startAttempt({ failed_sign_ins, locked_until }, NOW);
  it('are counted as failed until they succeed, and the tenth locks', () => {
    expect(start(0)).toEqual({ failed_sign_ins: 1, locked_until: null });
    expect(start(MAX_FAILURES - 2)).toEqual({ failed_sign_ins: MAX_FAILURES - 1, locked_until: null });
    expect(start(MAX_FAILURES - 1)).toEqual({ failed_sign_ins: MAX_FAILURES, locked_until: NOW + LOCK_MS });
    expect(start(MAX_FAILURES, NOW + 1500)).toEqual({ retryAfterSeconds: 2 });
    expect(start(MAX_FAILURES, NOW)).toEqual({ failed_sign_ins: 1, locked_until: null });
  });

  const lock = NOW + LOCK_MS;
  test.each([
    // The stored count, what the attempt had written, the expected rest.
    [
      [1, null],
      [1, null],
      [0, null],
    ],
    [
      [5, null],
      [4, null],
      [4, null],
    ],
    [
      [10, lock],
      [10, lock],
      [9, null],
    ],
    // In between, another attempt locked the account or a success cleared the count.
    [
      [10, lock],
      [9, null],
      [9, lock],
    ],
    [
      [0, null],
      [3, null],
      [0, null],
    ],
  ] as const)('of %o, %o is taken back: %o', ([failed, until], [mine, mineUntil], [left, leftUntil]) => {
    const account = { failed_sign_ins: failed, locked_until: until };
    const undone = undoAttempt(account, { failed_sign_ins: mine, locked_until: mineUntil });
    expect(undone).toEqual({ failed_sign_ins: left, locked_until: leftUntil });
  });
});
