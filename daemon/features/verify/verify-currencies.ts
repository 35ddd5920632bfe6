import { type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { eachId } from '../../db/query/json-ids.ts';
import { compareFigures, TAKEN, TAKEN_AT } from './verify-counters.ts';
import { type Difference, quarterOf } from './verify-store.ts';

/** Finds revenue in other currencies that differs from the payments behind it. */
export const currencyFaults = (handle: Handle): Promise<Difference[]> =>
  compareFigures(handle, {
    table: 'currency_hours',
    keys: ['campaign_id', 'hour', 'currency', 'digits', 'game_id'],
    rows: sql.join([ofOrganisation, countedFor(handle), refundedFrom(handle), takenFrom], sql.raw(' union all ')),
    figures: ['paid', 'revenue'],
  });

const columns = (at: string, campaign: string, sums: string) =>
  sql.raw(`${campaign} as campaign_id, ${quarterOf(`(${at})`)} as hour, p.paid_currency as currency,
    p.paid_digits as digits, p.game_id as game_id, ${sums}`);

const ofOrganisation = sql`
  select ${columns('p.received_at', '0', 'p.paid_minor as paid, p.amount as revenue')}
    from payments p where p.paid_minor is not null`;

const countedFor = (handle: Handle): SQL => sql`
  select ${columns('p.received_at', 'each_id.value', 'p.paid_minor, p.amount')}
    from payments p cross join ${eachId(handle, 'p.counted_campaign_ids')} where p.paid_minor > 0`;

/** Returns what refunds subtracted in the currency of their payment, in total at most the payment's amount. */
function refundedFrom(handle: Handle): SQL {
  const upTo = (refunded: string) => `case when ${refunded} < p.paid_minor then ${refunded} else p.paid_minor end`;
  const taken = `${upTo('p.before')} - ${upTo('p.before + p.refunded')}`;
  return sql`
    select ${columns('p.at', 'each_id.value', `${taken}, 0`)}
      from (select p.*, -r.paid_minor as refunded, ${sql.raw(TAKEN_AT)} as at,
                   r.paid_minor - sum(r.paid_minor) over (partition by p.payment_id order by r.payment_id) as before
              from payments r join payments p on p.game_id = r.game_id and p.transaction_id = r.refund_of
               and p.user_id = r.user_id and p.paid_currency = r.paid_currency) p
      cross join ${eachId(handle, 'p.counted_campaign_ids')}`;
}

/** Returns what these refunds subtracted in the organisation's currency. */
const takenFrom = sql`
  select ${columns(TAKEN_AT, 't.target_id', '0, -t.amount')}
    from ${sql.raw(`${TAKEN} where t.kind = 'campaign' and r.paid_minor is not null`)}`;
