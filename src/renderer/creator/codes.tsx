import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { formatCount, formatMoney } from '../lib/format.ts';
import { CopyButton } from './copy-button.tsx';
import { codesQuery, type OwnCode } from './queries.ts';
import { RequestCode } from './request-code.tsx';
import { LoadFailed, Loading } from './states.tsx';
import { t } from './texts.ts';

const { codes: s } = t;
const ShareKit = lazy(() => import('./share-kit.tsx'));

export function Codes({ isView }: { isView: boolean }) {
  const query = useInfiniteQuery(codesQuery);
  const [shared, setShared] = useState<OwnCode | null>(null);
  if (query.isPending) return <Loading />;
  if (query.error && !query.data) return <LoadFailed retry={query.refetch} />;
  const codes = query.data.pages.flatMap(({ data }) => data);
  return (
    <>
      {codes.length === 0 && <p className="state">{s.none}</p>}
      <ul className="cards">
        {codes.map((code) => (
          <CodeCard key={code.code_id} code={code} onShare={() => setShared(code)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t.more}
        </button>
      )}
      {!isView && <RequestCode />}
      {shared && (
        <Suspense fallback={<Loading />}>
          <ShareKit code={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  );
}

function CodeCard({ code, onShare }: { code: OwnCode; onShare: () => void }) {
  const works = code.status === 'approved' && code.campaign_status === 'active';
  const status = code.status === 'approved' ? s.campaignStatuses[code.campaign_status] : s.statuses[code.status];
  return (
    <li className="card">
      <div className="row">
        <h2 className="code">{code.code}</h2>
        <span className="badge" data-good={works || undefined}>
          {status}
        </span>
      </div>
      <p className="quiet">{code.campaign_name}</p>
      {code.rejection_reason && <p>{s.reason(code.rejection_reason)}</p>}
      <dl className="figures">
        <Figure label={s.claims} value={formatCount(code.number_of_claims)} />
        <Figure label={s.revenue} value={formatMoney(code.total_revenue)} />
        <Figure label={s.commission} value={formatMoney(code.commission)} />
      </dl>
      <p className="quiet">
        {s.tier(code.commission_tier)}
        {works && code.next_tier && ` · ${s.next(code.next_tier.percent, formatMoney(code.next_tier.missing_revenue))}`}
      </p>
      {works && (
        <div className="row">
          <CopyButton text={code.code_url} label={s.copy} />
          <button type="button" onClick={onShare}>
            {s.share}
          </button>
        </div>
      )}
    </li>
  );
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);
