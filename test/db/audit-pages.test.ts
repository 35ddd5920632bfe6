import { expect, test } from 'vitest';
import { manyRows } from '../../daemon/db/query/many-rows.ts';
import { auditPages } from '../../daemon/features/audit/audit-store.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

onEachDatabase((database) => {
  test('the audit log is read to its end, page by page', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => ({
      ...{ audit_id: at + 1, at, staff_id: null, action: 'code.change', entity: 'code', entity_id: '7' },
    }));
    await database().write((handle) =>
      handle.db.insert(handle.t.audit_log).select(manyRows(handle, handle.t.audit_log, rows)),
    );
    const pages = await database().read(async (handle) => {
      const read: number[][] = [];
      for await (const page of auditPages(handle)) read.push(page.map(({ audit_id }) => audit_id));
      return read;
    });
    expect(pages.map(({ length }) => length)).toEqual([5000, 1]);
    expect(pages.flat()).toEqual(rows.map(({ audit_id }) => audit_id));
  });
});
