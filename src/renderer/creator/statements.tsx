import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney, formatPercent } from '../lib/format.ts';
import { ask } from './ask.ts';
import { methodName } from './method-name.ts';
import { periodOfRun } from './period-of-run.ts';
import { type OwnStatement, statementsQuery } from './queries.ts';
import { saveLines } from './save-lines.ts';
import { stateOf } from './state-of.ts';
import { LoadFailed, Loading } from './states.tsx';
import { t } from './texts.ts';

const { payouts: s } = t;

export default function Statements({ creatorId }: { creatorId: string }) {
  const query = useInfiniteQuery(statementsQuery);
  if (query.isPending) return <Loading />;
  if (query.error && !query.data) return <LoadFailed retry={query.refetch} />;
  const statements = query.data.pages.flatMap(({ data }) => data);
  if (statements.length === 0) return <p className="state">{s.none}</p>;
  return (
    <>
      <ul className="cards">
        {statements.map((statement) => (
          <Statement key={statement.statement_id} statement={statement} creatorId={creatorId} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </button>
      )}
    </>
  );
}

function Statement({ statement, creatorId }: { statement: OwnStatement; creatorId: string }) {
  const { run, payable, payment_status, carry_reason, payout_method, payout_address } = statement;
  const rows = [
    [s.commission, formatMoney(statement.commission)],
    [s.carriedIn, formatMoney(statement.carried_in)],
    [s.carriedOut, formatMoney(statement.carried_out)],
    ...(payout_address && payment_status
      ? [[s.to, [methodName(payout_method), payout_address].filter(Boolean).join(', ')]]
      : []),
    [s.reference, statement.reference],
  ];
  return (
    <li className="card">
      <div className="row">
        <h2>{periodOfRun(run)}</h2>
        <span className="badge" data-good={payment_status === 'paid' || undefined}>
          {stateOf(statement)}
        </span>
      </div>
      <p className="amount">{formatMoney(payable)}</p>
      {statement.creator_id !== creatorId && (
        <p className="quiet">{s.ofMerged(statement.creator_name ?? statement.creator_id)}</p>
      )}
      {run.kind === 'campaign_end' && <p className="quiet">{s.campaignEnd}</p>}
      {carry_reason && <p>{s.reasons[carry_reason]}</p>}
      <dl className="list">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Lines statement={statement} name={periodOfRun(run)} />
    </li>
  );
}

const MOST_LINES = 100;

function Lines({ statement, name }: { statement: OwnStatement; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { statement_id } = statement;
  const params = { statement_id };
  const query = useQuery({
    queryKey: ['lines', statement_id],
    queryFn: () => ask('listOwnStatementLines', { params, query: { page_size: MOST_LINES } }),
    enabled: isOpen,
  });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{s.lines}</summary>
      {query.isFetching && <Loading />}
      {query.error && <LoadFailed retry={query.refetch} />}
      {query.data && (
        <table>
          <thead>
            <tr>
              <th>{s.campaign}</th>
              <th>{s.revenue}</th>
              <th>{s.commission}</th>
            </tr>
          </thead>
          <tbody>
            {query.data.data.map((line) => (
              <tr key={`${line.campaign_id} ${line.creator_id}`}>
                <td>
                  {line.campaign_name}
                  {line.creator_id !== statement.creator_id && <span className="quiet"> ({line.creator_id})</span>}
                </td>
                <td>{formatMoney(line.revenue)}</td>
                <td>
                  {formatMoney(line.commission)} <span className="quiet">({formatPercent(line.commission_tier)})</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button type="button" onClick={() => void saveLines(statement_id, name)}>
        {s.csv}
      </button>
    </details>
  );
}
