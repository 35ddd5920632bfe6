import { expect, it } from 'vitest';
import { type AuditEntry, pairsOf, sidesOf } from '../../src/renderer/features/audit/audit-values.ts';

const ENTRY: AuditEntry = {
  ...{ audit_id: 1, at: '2026-11-25T10:00:00.000Z', staff: null, action: 'payout_statement.void' },
  ...{ entity: 'payout_statement', entity_id: '273', entity_name: null, value_names: [] },
  before: { creator_id: 'Tomasz', payable: '69477' },
  after: { run_id: 16, reason: 'The account is closed' },
};
const shown = (entry: AuditEntry, currency = { currency: 'EUR', currency_digits: 2 }) =>
  pairsOf(entry, currency).map(({ name, before, after }) => [name, before, after]);

it('the entry for a voided object shows its last values, not changes to its fields', () => {
  expect(sidesOf(ENTRY)).toEqual(['after']);
  expect(shown(ENTRY)).toEqual([
    ['creator_id', undefined, 'Tomasz'],
    ['payable', undefined, '€694.77'],
    ['run_id', undefined, '16'],
    ['reason', undefined, 'The account is closed'],
  ]);
});

it('the entry for a changed object shows the old and new values, and money has the decimals of its currency', () => {
  const entry = { ...ENTRY, before: { minimum_payout: '5' }, after: { minimum_payout: '-1234567' } };
  expect(sidesOf(entry)).toEqual(['before', 'after']);
  expect(shown(entry)).toEqual([['minimum_payout', '€0.05', '−€12,345.67']]);
  expect(shown(entry, { currency: 'JPY', currency_digits: 0 })).toEqual([['minimum_payout', '¥5', '−¥1,234,567']]);
});
