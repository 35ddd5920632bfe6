import type { CSV_LAYOUTS } from '../../../contract/admin/payout-shapes.ts';
import type { Handle } from '../../../db/database.ts';
import { isoInstant } from '../../../lib/clock.ts';
import { formatAmount } from '../../../lib/money.ts';
import { announce } from '../../outbox/outbox-store.ts';
import { getOrganisation } from '../../settings/settings-store.ts';
import type { RunRow } from './runs-store.ts';
import { totalsOf } from './totals-rules.ts';

type RunNews = 'payout.prepared' | 'payout.approved' | 'payout.voided';
type Hashes = Record<(typeof CSV_LAYOUTS)[number], string>;

/**
 * Announces a change to a payout run to webhook endpoints, and to the organisation by email, in the transaction of the
 * change.
 */
export async function announceRun(handle: Handle, type: RunNews, run: RunRow, now: number): Promise<void> {
  const totals = totalsOf(run.totals);
  if (!totals) throw new Error(`Payout run ${run.run_id} has no totals to announce`);
  const { payout_email } = await getOrganisation(handle);
  const data = {
    run_id: run.run_id,
    kind: run.kind,
    campaign_id: run.campaign_id,
    period_start: isoInstant(run.period_start),
    period_end: isoInstant(run.period_end),
    time_zone: run.time_zone,
    creators: totals.creators,
    payable: { amount: formatAmount(totals.payable, run.currency_digits), currency: run.currency },
    csv_sha256: (JSON.parse(run.csv_hashes) as Hashes).finance,
    csv_url: `/v1/payouts/${run.run_id}/csv`,
  };
  const keys = { orderKey: `payout_run:${run.run_id}`, onceKey: `${type}:${run.run_id}` };
  await announce(handle, [{ type, data, ...keys, always: payout_email !== null }], now);
}
