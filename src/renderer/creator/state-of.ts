import type { OwnStatement } from './queries.ts';
import { t } from './texts.ts';

const { states, approved, nothing } = t.payouts;

/** Names the state of a statement's payment. */
export function stateOf({ payment_status, run }: OwnStatement): string {
  if (payment_status === 'pending' && run.status === 'approved') return approved;
  return payment_status ? states[payment_status] : nothing;
}
