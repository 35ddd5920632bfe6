import { inArray } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forShare } from '../../db/query/locking.ts';

export async function insertAccruals({ db, t }: Handle, rows: readonly Tables['accruals']['$inferInsert'][]) {
  if (rows.length > 0) await db.insert(t.accruals).values([...rows]);
}

/**
 * Returns the current settlement numbers of campaigns. Payout runs that take the next number wait for this transaction.
 */
export async function listSettlementNumbers(
  handle: Handle,
  campaignIds: readonly number[],
): Promise<Map<number, number>> {
  const { campaigns: c } = handle.t;
  const query = handle.db
    .select({ campaign_id: c.campaign_id, settlement_no: c.settlement_no })
    .from(c)
    .where(inArray(c.campaign_id, [...campaignIds]))
    .orderBy(c.campaign_id);
  return new Map((await forShare(handle, query)).map((row) => [row.campaign_id, row.settlement_no]));
}
