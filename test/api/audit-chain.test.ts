import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { newCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';

describe.each(['sqlite', 'postgres'] as const)('the chain of the audit log on %s', (database) => {
  it('is checked on request, and the first changed entry is named', async () => {
    const daemon = await startTestDaemon({ database, booksMayDiffer: true });
    for (const name of ['One', 'Two']) await newCampaign(daemon, { name });
    const ask = async () => done(await daemon.owner.call('auditChain'));
    const [newest] = done(await daemon.owner.call('listAudit', { query: {} })).data;
    const [whole, again] = await Promise.all([ask(), ask()]);
    expect(whole).toMatchObject({ is_whole: true, faults: [], head: { audit_id: newest?.audit_id } });
    expect(whole.head?.mac).toMatch(/^[0-9a-f]{64}$/);
    expect(again.head).toEqual(whole.head);
    expect(whole.entries).toBe(newest?.audit_id);
    await daemon.db.write(async ({ db, t }) => {
      const changed = { after: '{"name":"Three"}' };
      await db
        .update(t.audit_log)
        .set(changed)
        .where(eq(t.audit_log.audit_id, newest?.audit_id ?? 0));
    });
    const broken = await ask();
    expect(broken.is_whole).toBe(false);
    expect(broken.faults[0]?.key).toBe(`row ${newest?.audit_id}`);
    await daemon.close();
  });
});
