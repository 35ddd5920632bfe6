import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../lib/format.ts';
import { ask, detailOf } from './ask.ts';
import { LoadFailed } from './states.tsx';
import { t } from './texts.ts';

const { leaderboards: s } = t;
const KEY = ['leaderboards'];
type Boards = Awaited<ReturnType<typeof ask<'listOwnLeaderboards'>>>;

/** Shows who has the most claims, for the campaigns that have a leaderboard. */
export function Leaderboards({ isView }: { isView: boolean }) {
  const query = useQuery({ queryKey: KEY, queryFn: () => ask('listOwnLeaderboards') });
  if (query.error && !query.data) return <LoadFailed retry={query.refetch} />;
  if (!query.data || query.data.data.length === 0) return null;
  return (
    <>
      {query.data.data.map((board) => (
        <Board key={board.campaign_id} board={board} />
      ))}
      {!isView && <ShowName isShown={query.data.shows_name} />}
    </>
  );
}

function Board({
  board: { campaign_name, campaign_status, creators, own_claims, rows },
}: {
  board: Boards['data'][number];
}) {
  return (
    <section className="card" aria-label={s.title(campaign_name)}>
      <h2>{s.title(campaign_name)}</h2>
      <p className="quiet">{t.codes.campaignStatuses[campaign_status]}</p>
      {own_claims === 0 && <p>{s.noClaims}</p>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{s.creator}</th>
              <th>{t.codes.claims}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rank, claims, is_own, name }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: ranks repeat, and most rows have no name
              <tr key={at} className={is_own ? 'own' : undefined}>
                <td>{s.place(rank, is_own ? s.you : (name ?? s.unnamed))}</td>
                <td>{formatCount(claims)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {creators > rows.length && <p className="quiet">{s.creators(creators)}</p>}
    </section>
  );
}

function ShowName({ isShown }: { isShown: boolean }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (shows_name: boolean) => ask('changeLeaderboardName', { body: { shows_name } }),
    onSuccess: ({ shows_name }) => cache.setQueryData<Boards>(KEY, (known) => known && { ...known, shows_name }),
  });
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={isShown}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
        {s.showName}
      </label>
      {change.error && (
        <p className="fault" role="alert">
          {detailOf(change.error, t.failed)}
        </p>
      )}
    </>
  );
}
