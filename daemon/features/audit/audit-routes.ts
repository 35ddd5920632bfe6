import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { type AuditListRow, listAuditRows } from './audit-list-store.ts';
import { createCheckAuditChain } from './check-audit-chain.ts';

const MOST_FAULTS = 20;

export function auditRoutes({ db }: { db: Database }): Pick<Routes, 'listAudit' | 'auditChain'> {
  const checkChain = createCheckAuditChain(db);
  return {
    listAudit: async ({ query }) => {
      const page = await db.read((handle) => listAuditRows(handle, query));
      return { ...page, data: page.data.map(auditOut) };
    },
    auditChain: async ({ now }) => {
      const { checkedAt, entries, head, faults } = await checkChain(now);
      const answer = { checked_at: isoInstant(checkedAt), entries, head, is_whole: faults.length === 0 };
      return { ...answer, faults: faults.slice(0, MOST_FAULTS) };
    },
  };
}

type AuditOut = AnswerOf<Endpoints['listAudit']>['data'][number];

const auditOut = ({ at, staff, before, after, ...row }: AuditListRow): AuditOut => ({
  audit_id: row.audit_id,
  at: isoInstant(at),
  staff: staff && { staff_id: staff.staff_id, email: staff.email, name: staff.name },
  action: row.action,
  entity: row.entity,
  entity_id: row.entity_id,
  before: parsed(before),
  after: parsed(after),
});

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
