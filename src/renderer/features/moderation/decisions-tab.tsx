import { Badge, Button, Group, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyNote, notifyProblem } from '../../client/notify.ts';
import { saveList } from '../../client/save-list.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { IconChecks } from '../../components/icons.tsx';
import { Instant } from '../../components/instant.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import type { Column } from '../../components/table-frame.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { useNow } from '../../lib/now.ts';
import { moderation } from '../../texts/moderation.ts';
import { decisionsQuery } from './moderation-queries.ts';
import type { ModerationSearch } from './moderation-search.ts';
import { UNDO_MS } from './use-decisions.ts';

const t = moderation.decisions;
type Decision = AnswerOf<Endpoints['listDecisions']>['data'][number];
const SECOND_MS = 1000;

/** Lists who decided what, when and why. The newest decisions can be undone for a few seconds. */
export function DecisionsTab({ creator }: { creator: string | undefined }) {
  const change = useChangeSearch<ModerationSearch>();
  const query = useInfiniteQuery(decisionsQuery(creator));
  const now = useNow(SECOND_MS);
  return (
    <>
      <Group mb="md">
        <SearchBox
          label={t.filter}
          value={creator ?? ''}
          onChange={(text) => change({ creator: text.trim() || undefined })}
        />
      </Group>
      <KeysetTable
        name="decisions"
        label={t.label}
        query={query}
        rowKey={({ decision_id }) => decision_id}
        onSave={() => saveList('decisions', 'listDecisions', { query: { creator_id: creator } })}
        columns={[...columns, undoColumn(now)]}
        empty={
          <EmptyState icon={<IconChecks size={26} />} title={creator ? t.noneOf : t.empty}>
            {creator ? t.noneOfText : t.emptyText}
          </EmptyState>
        }
        minWidth={860}
      />
    </>
  );
}

const COLOURS = { approve: 'teal', reject: 'red', disable: 'gray' } as const;

const columns: Column<Decision>[] = [
  {
    key: 'code',
    header: t.code,
    render: ({ code }) => (
      <Text inherit className="mono" fw={600} truncate maw={240} title={code}>
        {code}
      </Text>
    ),
  },
  {
    key: 'creator',
    header: t.creator,
    width: 200,
    render: (row) => <CreatorLink {...row} />,
  },
  {
    key: 'decision',
    header: t.decision,
    render: ({ decision, undone }) => (
      <>
        <Badge color={COLOURS[decision]} variant={undone ? 'default' : 'light'} miw="max-content">
          {t.made[decision]}
        </Badge>
        {undone && (
          <Text size="xs" c="dimmed">
            {t.undone}
          </Text>
        )}
      </>
    ),
  },
  { key: 'reason', header: t.reason, width: '20%', render: ({ reason }) => <bdi>{reason ?? '–'}</bdi> },
  {
    key: 'decided',
    header: t.decided,
    render: ({ decided_at, name }) => (
      <div className="two-lines">
        <Instant at={decided_at} />
        <span className="one-line">
          <bdi>{name}</bdi>
        </span>
      </div>
    ),
  },
];

const undoColumn = (now: number): Column<Decision> => ({
  key: 'undo',
  header: moderation.undo,
  hideHeader: true,
  align: 'right',
  width: 90,
  render: (decision) => mayUndo(decision, now) && <Undo {...decision} />,
});

const mayUndo = ({ decision, decided_at, undone }: Decision, now: number) =>
  !undone && decision !== 'disable' && now - Date.parse(decided_at) < UNDO_MS;

function Undo({ code_id, code }: Decision) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask('undoDecisions', { body: { code_ids: [code_id] } }),
    onSuccess: ({ undone }) =>
      undone.length > 0 ? notifyDone(moderation.waitsAgain(code, 1)) : notifyNote(moderation.tooLate(code)),
    onError: (error) => notifyProblem(moderation.notUndone, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['creator-codes'] }),
  });
  return (
    <Button size="compact-sm" variant="light" loading={isPending} aria-label={t.undo(code)} onClick={() => mutate()}>
      {moderation.undo}
    </Button>
  );
}
