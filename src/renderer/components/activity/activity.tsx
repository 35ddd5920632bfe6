import { Skeleton, Stack, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ActivityRow, activityQuery, type Subject } from '../../client/activity.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { activity as t } from '../../texts/activity.ts';
import { OneClock } from '../instant.tsx';
import { ShowMoreButton } from '../show-more-button.tsx';
import { ErrorState } from '../states.tsx';
import classes from './activity.module.css';
import { ChangeEntry } from './change-entry.tsx';
import { CommentEntry } from './comment-entry.tsx';
import { CommentForm } from './comment-form.tsx';

/** Shows the comments on an object and the changes to it, newest first. */
export function Activity({ of }: { of: Subject }) {
  const query = useInfiniteQuery(activityQuery(of));
  const error = useLastingError(query);
  const { data } = query;
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <Stack gap="lg" maw={760}>
      <CommentForm of={of} colleagues={data?.pages[0]?.colleagues ?? []} />
      <section aria-labelledby="activity-title">
        <Title order={2} size="h5" id="activity-title" mb="sm">
          {t.title}
        </Title>
        {data ? (
          <OneClock>
            <ol className={classes.list}>
              {data.pages
                .flatMap((page) => page.data)
                .map((row) => (
                  <li key={keyOf(row)}>
                    {row.kind === 'comment' ? <CommentEntry comment={row} /> : <ChangeEntry change={row} />}
                  </li>
                ))}
            </ol>
          </OneClock>
        ) : (
          <Skeleton h={240} radius="lg" aria-busy aria-label={t.loading} />
        )}
        {query.hasNextPage && <ShowMoreButton query={query} mt="md" size="xs" />}
      </section>
    </Stack>
  );
}

const keyOf = (row: ActivityRow) => (row.kind === 'comment' ? `comment ${row.comment_id}` : `change ${row.audit_id}`);
