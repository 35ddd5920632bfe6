import { describe, expect, it } from 'vitest';
import {
  type AuditHead,
  CHAIN_START,
  type ChainedRow,
  createChainWalk,
  headMac,
  parseHead,
  rowMac,
} from '../../daemon/domain/audit/audit-chain.ts';
import { type SecretKey, secretKeyOf } from '../../daemon/lib/keyed.ts';

const KEY = secretKeyOf('the first secret of the test');
const OTHER = secretKeyOf('another secret of the test');

const content = (audit_id: number) => ({
  audit_id,
  at: 1000 + audit_id,
  staff_id: 1,
  action: 'code.change',
  entity: 'code',
  entity_id: '7',
  before: null,
  after: `{"n":${audit_id}}`,
});

/** Returns rows 1 to `count`, each signed with the key that `keyOf` names; null leaves a row unsigned. */
function logOf(count: number, keyOf: (id: number) => SecretKey | null = () => KEY) {
  let head = CHAIN_START;
  const heads: AuditHead[] = [];
  const rows = Array.from({ length: count }, (_, index): ChainedRow => {
    const row = content(index + 1);
    const key = keyOf(row.audit_id);
    if (!key) return { ...row, mac: null, mac_key_id: null };
    const mac = rowMac(key, head, row);
    head = headMac(key, row.audit_id, mac);
    heads.push({ audit_id: row.audit_id, mac: head });
    return { ...row, mac, mac_key_id: key.id };
  });
  return { rows, heads, head: heads.at(-1) ?? null };
}

interface Log {
  rows: ChainedRow[];
  head: AuditHead | null;
}

function faultsOf({ rows, head }: Log, { keys = [KEY], noted = [] as AuditHead[] } = {}) {
  const walk = createChainWalk(keys, noted);
  for (const row of rows) walk.step(row);
  return walk.end(head).map(({ key }) => key);
}

const changed = (log: Log, id: number, change: Partial<ChainedRow>): Log => ({
  ...log,
  rows: log.rows.map((row) => (row.audit_id === id ? { ...row, ...change } : row)),
});

describe('the chain of the audit log', () => {
  it('is intact if nothing was changed, even if it is empty or begins after older, unsigned rows', () => {
    expect(faultsOf(logOf(5))).toEqual([]);
    expect(faultsOf(logOf(0))).toEqual([]);
    expect(faultsOf(logOf(3, () => null))).toEqual([]);
    expect(faultsOf(logOf(5, (id) => (id < 3 ? null : KEY)))).toEqual([]);
  });

  it.each([
    ['audit_id', { audit_id: 99 }],
    ['at', { at: 1 }],
    ['staff_id', { staff_id: 2 }],
    ['staff_id (to null)', { staff_id: null }],
    ['action', { action: 'code.made' }],
    ['entity', { entity: 'campaign' }],
    ['entity_id', { entity_id: '8' }],
    ['before', { before: '{}' }],
    ['after', { after: null }],
    ['mac', { mac: 'f'.repeat(64) }],
  ] as const)('breaks if a row’s %s was changed', (_name, change) => {
    expect(faultsOf(changed(logOf(5), 3, change))[0]).toMatch(/^row (3|99)$/);
  });

  it('breaks if content moves from one field into the next', () => {
    const row = { ...content(1), entity: 'a', entity_id: 'bc' };
    expect(rowMac(KEY, '', row)).not.toBe(rowMac(KEY, '', { ...row, entity: 'ab', entity_id: 'c' }));
  });

  it('breaks if a row was deleted, inserted or moved', () => {
    const log = logOf(5);
    expect(faultsOf({ ...log, rows: log.rows.filter((row) => row.audit_id !== 1) })).toEqual(['row 2']);
    expect(faultsOf({ ...log, rows: log.rows.filter((row) => row.audit_id !== 3) })).toEqual(['row 4']);
    const copy = { ...(log.rows[1] as ChainedRow), audit_id: 6 };
    expect(faultsOf({ ...log, rows: [...log.rows, copy] })).toEqual(['row 6', 'head']);
    const [one, two] = log.rows as [ChainedRow, ChainedRow];
    const swapped = [{ ...two, audit_id: 1 }, { ...one, audit_id: 2 }, ...log.rows.slice(2)];
    expect(faultsOf({ ...log, rows: swapped })).toEqual(['row 1', 'row 2', 'row 3']);
  });

  it('breaks if an unsigned row follows a signed one', () => {
    expect(faultsOf(changed(logOf(5), 3, { mac: null, mac_key_id: null }))).toEqual(['row 3', 'row 4']);
    expect(faultsOf(changed(logOf(5), 5, { mac: null, mac_key_id: null }))).toEqual(['row 5', 'head']);
    // If the first row of the chain is unsigned, it does not count as a row from before the chain.
    expect(faultsOf(changed(logOf(5), 1, { mac: null, mac_key_id: null }))).toEqual(['row 2']);
  });

  it('breaks if its last rows were deleted, whether or not the head was changed', () => {
    const log = logOf(5);
    const rows = log.rows.slice(0, 3);
    const row = rows.at(-1) as ChainedRow;
    expect(faultsOf({ rows, head: log.head })).toEqual(['head']);
    expect(faultsOf({ rows, head: { audit_id: 3, mac: log.head?.mac ?? '' } })).toEqual(['head']);
    expect(faultsOf({ rows, head: { audit_id: 3, mac: row.mac ?? '' } })).toEqual(['head']);
    expect(faultsOf({ rows, head: null })).toEqual(['head']);
    expect(faultsOf({ rows: [], head: log.head })).toEqual(['head']);
  });

  it('does not match a head recorded later if the whole log is restored to an earlier state', () => {
    const log = logOf(5);
    const earlier = { rows: log.rows.slice(0, 3), head: log.heads[2] as AuditHead };
    expect(faultsOf(earlier)).toEqual([]);
    expect(faultsOf(earlier, { noted: log.heads.slice(1) })).toEqual(['earlier head 4', 'earlier head 5']);
    expect(faultsOf(log, { noted: log.heads })).toEqual([]);
    expect(faultsOf(log, { noted: [{ audit_id: 2, mac: log.heads[2]?.mac ?? '' }] })).toEqual(['earlier head 2']);
  });

  it('reports rows whose key is unknown, and continues after them', () => {
    const log = logOf(6, (id) => (id < 4 ? OTHER : KEY));
    expect(faultsOf(log, { keys: [KEY, OTHER] })).toEqual([]);
    expect(faultsOf(log)).toEqual(['rows 1 to 3']);
    expect(faultsOf(changed(log, 5, { at: 1 }))).toEqual(['rows 1 to 3', 'row 5']);
    expect(faultsOf(log, { keys: [OTHER] })).toEqual(['rows 4 to 6']);
    expect(faultsOf(log, { keys: [] })).toEqual(['rows 1 to 3', 'rows 4 to 6']);
    expect(faultsOf(changed(logOf(3), 2, { mac_key_id: OTHER.id }), { keys: [KEY, OTHER] })).toEqual([
      'row 2',
      'row 3',
    ]);
  });
});

describe('a recorded head', () => {
  const mac = 'a1'.repeat(32);
  it.each([
    [`17:${mac}`, { audit_id: 17, mac }],
    [` 17:${mac}\n`, { audit_id: 17, mac }],
    [`0:${mac}`, null],
    [`17:${mac}0`, null],
    [`17:${mac.toUpperCase()}`, null],
    ['17', null],
    ['', null],
  ])('%j is read as %j', (text, head) => {
    expect(parseHead(text)).toEqual(head);
  });
});
