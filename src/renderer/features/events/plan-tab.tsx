import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useGames } from '../../client/game.ts';
import { IconChartDots } from '../../components/icons.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { trackingPlan as t } from '../../texts/tracking-plan.ts';
import { EventFilters } from './event-filters.tsx';
import type { EventsSearch } from './events-queries.ts';
import { PlanForm } from './plan-form.tsx';
import { planQuery } from './plan-queries.ts';
import { PlanViolations } from './plan-violations.tsx';

/** Shows the tracking plan of a game, and the events that do not fit the plans. */
export function PlanTab({ search, now }: { search: EventsSearch; now: number }) {
  const { games } = useGames();
  const game = search.game ?? (games.length === 1 ? games[0] : undefined);
  return (
    <>
      <EventFilters search={search} fields={['game']} />
      <Stack gap="lg">
        {game === undefined ? (
          <div className="card">
            <EmptyState icon={<IconChartDots size={26} />} title={t.noGame}>
              {t.noGameText}
            </EmptyState>
          </div>
        ) : (
          <PlanOf key={game} game={game} />
        )}
        <PlanViolations search={search} now={now} />
      </Stack>
    </>
  );
}

function PlanOf({ game }: { game: string }) {
  const query = useQuery(planQuery(game));
  const error = useLastingError(query);
  // When the plan is created or deleted, a new form replaces the old one.
  if (query.data) return <PlanForm key={String(query.data.version > 0)} plan={query.data} />;
  return (
    <div className="card">
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} aria-busy aria-label={t.plan} />
      )}
    </div>
  );
}
