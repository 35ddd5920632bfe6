import type { Handle } from '../../db/database.ts';
import { codeTypeOf } from '../../domain/codes/code-kinds.ts';
import { jsonAmount } from '../../lib/money.ts';
import { getCurrency } from '../settings/currency-store.ts';
import { listManagerRows, type Slice } from './analytics-store.ts';

/** Returns the figures of the live-operations manager's codes, which do not earn commission. */
export async function managerAnalytics(handle: Handle, slice: Slice) {
  const { digits } = await getCurrency(handle);
  const rows = await listManagerRows(handle, slice);
  return rows.map((row) => ({
    campaign_id: row.campaign_id,
    code: row.code,
    code_type: codeTypeOf(row.kind),
    number_of_claims: Number(row.claims),
    total_revenue: jsonAmount(BigInt(row.revenue), digits),
    commission_tier: 0,
    expected_payout: jsonAmount(0n, digits),
  }));
}
