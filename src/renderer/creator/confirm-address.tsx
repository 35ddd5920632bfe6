import { useQuery } from '@tanstack/react-query';
import { ask, detailOf } from './ask.ts';
import { Loading } from './states.tsx';
import { t } from './texts.ts';

const { address: s } = t;

/** Confirms a new email address with the token from the link that was sent to it. */
export default function ConfirmAddress({ token }: { token: string }) {
  const query = useQuery({
    queryKey: ['address', token],
    queryFn: () => ask('confirmOwnEmail', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (query.isPending) return <Loading />;
  return (
    <main className="card sign-in">
      <h1>{s.title}</h1>
      {query.error ? (
        <p className="fault" role="alert">
          {detailOf(query.error, t.failed)}
        </p>
      ) : (
        <p role="status">{s.done(query.data.email)}</p>
      )}
      <a href={location.pathname}>{s.open}</a>
    </main>
  );
}
