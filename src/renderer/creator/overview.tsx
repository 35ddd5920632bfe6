import { useInfiniteQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/format.ts';
import { periodOfRun } from './period-of-run.ts';
import { codesQuery, statementsQuery } from './queries.ts';
import { t } from './texts.ts';

/** Shows what the creator earned so far, and the newest payout. */
export function Overview({ onPayouts }: { onPayouts: () => void }) {
  const codes = useInfiniteQuery(codesQuery).data?.pages[0];
  const newest = useInfiniteQuery(statementsQuery).data?.pages[0]?.data[0];
  return (
    <dl className="overview">
      <div className="card">
        <dt>{t.total}</dt>
        <dd>{codes ? formatMoney(codes.total_commission) : '–'}</dd>
      </div>
      {newest && (
        <button type="button" className="card" onClick={onPayouts}>
          <dt>{t.lastPayout(periodOfRun(newest.run))}</dt>
          <dd>{formatMoney(newest.payable)}</dd>
          <p className="quiet">{newest.payment_status ? t.payouts.states[newest.payment_status] : t.payouts.nothing}</p>
        </button>
      )}
    </dl>
  );
}
