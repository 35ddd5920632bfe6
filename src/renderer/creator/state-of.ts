import type { OwnStatement } from './queries.ts';
import { t } from './texts.ts';

const { states, approved, nothing } = t.payouts;

/** Names how far the payment of a statement is. */
export function stateOf({ payment_status, run }: OwnStatement): string {
  if (payment_status === 'pending' && run.status === 'approved') return approved;
  return payment_status ? states[payment_status] : nothing;
}
