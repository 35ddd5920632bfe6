import { useInfiniteQuery } from '@tanstack/react-query';
import { formatMoney } from '../lib/format.ts';
import { sumMoney } from '../lib/money.ts';
import { periodOfRun } from './period-of-run.ts';
import { codesQuery, statementsQuery } from './queries.ts';
import { stateOf } from './state-of.ts';
import { t } from './texts.ts';

/** Shows what the creator has earned so far, and the newest payout. */
export function Overview({ onPayouts }: { onPayouts: () => void }) {
  const codes = useInfiniteQuery(codesQuery).data?.pages[0];
  const statements = useInfiniteQuery(statementsQuery).data?.pages[0]?.data ?? [];
  const [newest] = statements;
  // A run that began before a merge has a statement for each of the two creators.
  const ofRun = statements.filter(({ run }) => newest && periodOfRun(run) === periodOfRun(newest.run));
  return (
    <dl className="overview">
      <div className="card">
        <dt>{t.total}</dt>
        <dd>{codes ? formatMoney(codes.total_commission) : '–'}</dd>
      </div>
      {newest && (
        <button type="button" className="card" onClick={onPayouts}>
          <dt>{t.lastPayout(periodOfRun(newest.run))}</dt>
          <dd>{formatMoney(sumMoney([newest.payable, ...ofRun.slice(1).map(({ payable }) => payable)]))}</dd>
          <p className="quiet">{stateOf(newest)}</p>
        </button>
      )}
    </dl>
  );
}
