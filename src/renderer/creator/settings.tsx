import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatTime } from '../lib/format.ts';
import { Address } from './address.tsx';
import { ask, detailOf, type Session } from './ask.ts';
import { PayoutDetails } from './payout-details.tsx';
import { t } from './texts.ts';

const { settings: s } = t;

export default function Settings({ session }: { session: Session }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (daily_results: boolean) => ask('changeCreatorEmails', { body: { daily_results } }),
    onSuccess: ({ daily_results }) => cache.setQueryData(['session'], { ...session, daily_results }),
  });
  return (
    <>
      <PayoutDetails isView={session.is_view} />
      <section className="card">
        <h2>{s.emails}</h2>
        <label className="check">
          <input
            type="checkbox"
            checked={session.daily_results}
            disabled={change.isPending || session.is_view}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          {s.daily}
        </label>
        {change.error && (
          <p className="fault" role="alert">
            {detailOf(change.error, t.failed)}
          </p>
        )}
      </section>
      <section className="card">
        <h2>{s.account}</h2>
        <dl className="list">
          <div>
            <dt>{s.email}</dt>
            <dd>{session.email ?? s.noEmail}</dd>
          </div>
          <div>
            <dt>{s.id}</dt>
            <dd>{session.creator_id}</dd>
          </div>
        </dl>
        <Address present={session.email} isView={session.is_view} />
        <p className="quiet">{s.expires(formatTime(session.expires_at))}</p>
      </section>
    </>
  );
}
