import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { type AuditListRow, listAuditRows } from './audit-list-store.ts';
import { findNames, type NameOf } from './audit-names-store.ts';
import { objectsOf } from './audit-objects-rules.ts';
import { createCheckAuditChain } from './check-audit-chain.ts';

const MOST_FAULTS = 20;

export function auditRoutes({ db }: { db: Database }): Pick<Routes, 'listAudit' | 'auditChain'> {
  const checkChain = createCheckAuditChain(db);
  return {
    listAudit: ({ query }) =>
      db.read(async (handle) => {
        const { data, next_cursor } = await listAuditRows(handle, query);
        const rows = data.map(withObjects);
        const nameOf = await findNames(
          handle,
          rows.flatMap(({ objects }) => objects),
        );
        return { data: rows.map((row) => auditOut(row, nameOf)), next_cursor };
      }),
    auditChain: async ({ now }) => {
      const { checkedAt, entries, head, faults } = await checkChain(now);
      const answer = { checked_at: isoInstant(checkedAt), entries, head, is_whole: faults.length === 0 };
      return { ...answer, faults: faults.slice(0, MOST_FAULTS) };
    },
  };
}

type AuditOut = AnswerOf<Endpoints['listAudit']>['data'][number];

function withObjects(entry: AuditListRow) {
  const row = { ...entry, before: parsed(entry.before), after: parsed(entry.after) };
  return { ...row, objects: objectsOf(row) };
}

function auditOut({ at, staff, objects, ...row }: ReturnType<typeof withObjects>, nameOf: NameOf): AuditOut {
  const own = objects.filter(({ field }) => field === null);
  return {
    audit_id: row.audit_id,
    at: isoInstant(at),
    staff: staff && { staff_id: staff.staff_id, email: staff.email, name: staff.name },
    action: row.action,
    entity: row.entity,
    entity_id: row.entity_id,
    entity_name: own.some(nameOf) ? own.map((object) => nameOf(object) ?? object.id).join(', ') : null,
    value_names: objects.flatMap((object) => {
      const name = nameOf(object);
      return object.field !== null && name !== null ? [{ field: object.field, id: object.id, name }] : [];
    }),
    before: row.before,
    after: row.after,
  };
}

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
