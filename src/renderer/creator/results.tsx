import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDay, formatMoney } from '../lib/format.ts';
import { rangeOf } from '../lib/periods.ts';
import { ask } from './ask.ts';
import { Bars } from './bars.tsx';
import { Leaderboards } from './leaderboards.tsx';
import { LoadFailed, Loading } from './states.tsx';
import { t } from './texts.ts';

const { results: s } = t;
const PERIODS = ['7d', '30d', '90d', 'last-month'] as const;
type Period = (typeof PERIODS)[number];
const NAMES: Record<Period, string> = {
  '7d': s.days[7],
  '30d': s.days[30],
  '90d': s.days[90],
  'last-month': s.lastMonth,
};

export default function Results({ zone, isView }: { zone: string; isView: boolean }) {
  const [period, setPeriod] = useState<Period>('30d');
  const query = useQuery({
    queryKey: ['figures', period],
    queryFn: () => ask('getOwnFigures', { query: rangeOf(period, Date.now(), zone) }),
  });
  return (
    <>
      <label className="period">
        {s.period}
        <select value={period} onChange={(event) => setPeriod(event.currentTarget.value as Period)}>
          {PERIODS.map((name) => (
            <option key={name} value={name}>
              {NAMES[name]}
            </option>
          ))}
        </select>
      </label>
      {query.isPending && <Loading />}
      {query.error && <LoadFailed retry={query.refetch} />}
      {query.data && <Figures figures={query.data} />}
      <Leaderboards isView={isView} />
    </>
  );
}

type FiguresOf = Awaited<ReturnType<typeof ask<'getOwnFigures'>>>;

function Figures({ figures: { totals, series, time_zone } }: { figures: FiguresOf }) {
  if (totals.claims === 0 && totals.payments === 0) return <p className="state">{s.none}</p>;
  const dayOf = ({ at }: { at: string }) => formatDay(at, time_zone);
  return (
    <>
      <dl className="figures card">
        <div>
          <dt>{t.codes.claims}</dt>
          <dd>{formatCount(totals.claims)}</dd>
        </div>
        <div>
          <dt>{t.codes.revenue}</dt>
          <dd>{formatMoney(totals.revenue)}</dd>
        </div>
        <div>
          <dt>{s.refunds}</dt>
          <dd>{formatMoney(totals.refunds)}</dd>
        </div>
      </dl>
      <Bars
        title={s.claims}
        points={series.map((point) => ({
          name: dayOf(point),
          value: point.claims,
          text: s.claimsOf(point.claims),
        }))}
      />
      <Bars
        title={s.revenue}
        points={series.map((point) => ({
          name: dayOf(point),
          value: Number(point.revenue.amount),
          text: formatMoney(point.revenue),
        }))}
      />
      <details className="card">
        <summary>{s.table}</summary>
        <table>
          <thead>
            <tr>
              <th>{s.day}</th>
              <th>{t.codes.claims}</th>
              <th>{s.payments}</th>
              <th>{t.codes.revenue}</th>
            </tr>
          </thead>
          <tbody>
            {series.map((point) => (
              <tr key={point.at}>
                <td>{dayOf(point)}</td>
                <td>{formatCount(point.claims)}</td>
                <td>{formatCount(point.payments)}</td>
                <td>{formatMoney(point.revenue)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
