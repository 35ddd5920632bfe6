import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyProblem } from '../../client/notify.ts';
import { IconBell } from '../../components/first-icons.tsx';
import { Instant, OneClock } from '../../components/instant.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ShowMoreButton } from '../../components/show-more-button.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { activity as catalogue } from '../../texts/activity.ts';
import { type Mention, mentionsQuery } from './mentions-query.ts';
import { SubjectLink } from './subject-link.tsx';

const t = catalogue.mentions;

/** Lists the comments in which colleagues mention the user. */
export function MentionsPage() {
  const query = useInfiniteQuery(mentionsQuery);
  const error = useLastingError(query);
  const mentions = query.data?.pages.flatMap(({ data }) => data);
  const see = useMarkSeen();
  const unseen = mentions?.filter(({ is_seen }) => !is_seen).map(({ comment_id }) => comment_id) ?? [];
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.about}
        actions={
          unseen.length > 1 && (
            <Button variant="default" loading={see.isPending} onClick={() => see.mutate(unseen)}>
              {t.allSeen}
            </Button>
          )
        }
      />
      {mentions ? (
        <MentionList mentions={mentions} onSee={(commentId) => see.mutate([commentId])} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={320} radius="lg" aria-busy aria-label={t.loading} />
      )}
      {query.hasNextPage && <ShowMoreButton query={query} mt="md" size="xs" />}
    </>
  );
}

const MOST_AT_ONCE = 100;

function useMarkSeen() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[]) => ask('markMentionsSeen', { body: { comment_ids: ids.slice(0, MOST_AT_ONCE) } }),
    onError: (error) => notifyProblem(t.notSeen, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['mentions'] }),
  });
}

function MentionList({ mentions, onSee }: { mentions: readonly Mention[]; onSee: (commentId: number) => void }) {
  if (mentions.length === 0)
    return (
      <div className="card">
        <EmptyState icon={<IconBell size={26} />} title={t.none}>
          {t.noneText}
        </EmptyState>
      </div>
    );
  return (
    <OneClock>
      <Stack component="ol" gap="xs" m={0} p={0} maw={760} aria-label={t.list} style={{ listStyle: 'none' }}>
        {mentions.map((mention) => (
          <Entry key={mention.comment_id} mention={mention} onSee={() => onSee(mention.comment_id)} />
        ))}
      </Stack>
    </OneClock>
  );
}

/** Opening the object marks the mention as seen. */
function Entry({ mention: { text, at, by, is_seen, on }, onSee }: { mention: Mention; onSee: () => void }) {
  return (
    <li className="card" style={{ padding: '12px 16px' }}>
      <Group justify="space-between" gap="xs" mih={28}>
        <Group gap="xs" miw={0}>
          <SubjectLink on={on} onOpen={is_seen ? undefined : onSee} />
          {!is_seen && <Badge>{t.isNew}</Badge>}
        </Group>
        {!is_seen && (
          <Button size="compact-xs" variant="default" onClick={onSee}>
            {t.seen}
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        <bdi>{by.name}</bdi> · <Instant at={at} />
      </Text>
      <Text size="sm" mt={4} dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </li>
  );
}
