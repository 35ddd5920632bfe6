import { macOf, type SecretKey } from '../../lib/keyed.ts';

/** The content of a row of the audit log. `before` and `after` are the stored text. */
export interface AuditContent {
  audit_id: number;
  at: number;
  staff_id: number | null;
  action: string;
  entity: string;
  entity_id: string;
  before: string | null;
  after: string | null;
}

export interface ChainedRow extends AuditContent {
  mac: string | null;
  mac_key_id: string | null;
}

export interface AuditHead {
  audit_id: number;
  mac: string;
}

/** The MAC before the chain's first row. */
export const CHAIN_START = '';

/** Returns the MAC of a row. @param head the MAC of the chain's end before this row */
export const rowMac = (key: SecretKey, head: string, row: AuditContent): string =>
  macOf(
    key,
    `audit row\n${JSON.stringify([head, row.audit_id, row.at, row.staff_id, row.action, row.entity, row.entity_id, row.before, row.after])}`,
  );

/**
 * Returns the MAC of a chain that ends with this row. Everyone who reads the log sees the row's own MAC, but not this
 * MAC, so an attacker who deletes the last rows cannot compute the MAC of the new end.
 */
export const headMac = (key: SecretKey, auditId: number, mac: string): string =>
  macOf(key, `audit head\n${auditId}\n${mac}`);

/** Reported in place of a computed MAC if the daemon does not have the row's key. */
export const UNKNOWN_KEY = 'unknown, because this key is not available';

export interface ChainFault {
  key: string;
  stored: string;
  computed: string;
}

/** Creates a check of the log: call `step` with each row in the order of IDs, then `end` with the stored head. */
export function createChainWalk(keys: readonly SecretKey[], noted: readonly AuditHead[] = []) {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const faults: ChainFault[] = [];
  const sought = new Map(noted.map((head) => [head.audit_id, head]));
  /** The MAC of the chain's end so far; null after a row whose key is unknown. */
  let head: string | null = CHAIN_START;
  let last: ChainedRow | null = null;
  let unknown: { keyId: string; from: number; to: number } | null = null;

  const closeUnknown = () => {
    if (!unknown) return;
    const { keyId, from, to } = unknown;
    faults.push({ key: rowsOf(from, to), stored: `signed with key ${keyId}`, computed: UNKNOWN_KEY });
    unknown = null;
  };
  const step = (row: ChainedRow) => {
    if (row.mac === null) {
      if (last)
        faults.push({ key: `row ${row.audit_id}`, stored: 'not signed', computed: 'signed, like the rows before it' });
      return;
    }
    last = row;
    const key = byId.get(row.mac_key_id ?? '');
    if (!key) {
      if (unknown && unknown.keyId !== row.mac_key_id) closeUnknown();
      unknown = { keyId: row.mac_key_id ?? '?', from: unknown?.from ?? row.audit_id, to: row.audit_id };
      head = null;
      return;
    }
    closeUnknown();
    const expected = head === null ? row.mac : rowMac(key, head, row);
    if (expected !== row.mac)
      faults.push({ key: `row ${row.audit_id}`, stored: short(row.mac), computed: short(expected) });
    head = headMac(key, row.audit_id, row.mac);
    const seen = sought.get(row.audit_id);
    if (seen?.mac === head) sought.delete(row.audit_id);
  };
  const end = (stored: AuditHead | null): ChainFault[] => {
    closeUnknown();
    faults.push(...headFaults(stored, last, head));
    for (const { audit_id, mac } of sought.values())
      faults.push({ key: `earlier head ${audit_id}`, stored: 'not in the chain', computed: `${short(mac)} (given)` });
    return faults;
  };
  return { step, end };
}

function headFaults(stored: AuditHead | null, last: ChainedRow | null, head: string | null): ChainFault[] {
  const lastId = last?.audit_id ?? null;
  const key = 'head';
  if ((stored?.audit_id ?? null) !== lastId)
    return [{ key, stored: rowOrNone(stored?.audit_id ?? null), computed: rowOrNone(lastId) }];
  if (!stored || head === null || stored.mac === head) return [];
  return [{ key, stored: short(stored.mac), computed: short(head) }];
}

/** Parses `ID:MAC`, the format in which the daemon logs the end of the chain. Returns null for any other text. */
export function parseHead(text: string): AuditHead | null {
  const [, id, mac] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? [];
  return id && mac ? { audit_id: Number(id), mac } : null;
}

const rowsOf = (from: number, to: number) => (from === to ? `row ${from}` : `rows ${from} to ${to}`);
const rowOrNone = (auditId: number | null) => (auditId === null ? 'none' : `row ${auditId}`);
const short = (mac: string) => `${mac.slice(0, 12)}…`;
