import { describe, expect, it, test } from 'vitest';
import type { Role } from '../../daemon/contract/endpoint.ts';
import { isLastOwner, statusOf } from '../../daemon/features/staff/staff-rules.ts';

const NOW = 1_000_000;
const active = { activated_at: 1, password_hash: 'h', locked_until: null, removed_at: null };

describe('the status of a member of staff', () => {
  test.each([
    ['active', active],
    ['active', { ...active, locked_until: NOW }],
    ['locked', { ...active, locked_until: NOW + 1 }],
    ['invited', { ...active, activated_at: null, password_hash: null }],
    ['active', { ...active, password_hash: null }],
    ['active', { ...active, activated_at: null }],
    ['invited', { ...active, activated_at: null, password_hash: null, locked_until: NOW + 1 }],
    ['removed', { ...active, removed_at: 1 }],
    ['removed', { activated_at: null, password_hash: null, locked_until: NOW + 1, removed_at: 1 }],
  ])('is %s for %o', (status, row) => {
    expect(statusOf(row, NOW)).toBe(status);
  });
});

describe('whether a member of staff is the last owner', () => {
  const member = (staff_id: number, role: Role, more = {}) => ({ staff_id, role, games: null, ...active, ...more });
  const me = member(1, 'owner');
  test.each([
    [true, [me]],
    [true, [me, member(2, 'finance')]],
    [true, [me, member(2, 'owner', { activated_at: null, password_hash: null })]],
    [true, [me, member(2, 'owner', { removed_at: 1 })]],
    [true, [me, member(2, 'owner', { games: '["one"]' })]],
    [false, [me, member(2, 'owner')]],
    // A lock ends automatically, so a locked owner counts.
    [false, [me, member(2, 'owner', { locked_until: NOW + 1 })]],
  ])('is %s among %o', (last, staff) => {
    expect(isLastOwner(staff, me)).toBe(last);
  });
  it('is false for a moderator, and for an owner who has not yet accepted the invitation', () => {
    expect(isLastOwner([me], member(2, 'moderator'))).toBe(false);
    expect(isLastOwner([me], member(2, 'owner', { activated_at: null, password_hash: null }))).toBe(false);
  });
});
