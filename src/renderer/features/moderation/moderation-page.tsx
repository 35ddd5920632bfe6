import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { formatTotal } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { type ListSearch, parseListSearch, useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { KeysHelp } from './keys-help.tsx';
import { queueQuery, useDecide } from './moderation-queries.ts';
import { QueueTable } from './queue-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useQueue } from './use-queue.ts';
import { useUndo } from './use-undo.tsx';

export function ModerationPage() {
  const { q = '', page = 1 } = useParsedSearch(parseListSearch);
  const change = useChangeSearch<ListSearch>();
  const query = useQuery(queueQuery({ q, page }));
  const error = useLastingError(query);
  const undo = useUndo();
  const decide = useDecide({ q, page }, undo.offer);
  const [rejecting, setRejecting] = useState<CreatorCode[] | null>(null);
  const codes = query.data?.data ?? [];
  const approve = (which: CreatorCode[]) => {
    decide.mutate({ codes: which, decision: 'approve' });
    queue.chooseAll(false);
  };
  const queue = useQueue({
    codes,
    enabled: rejecting === null,
    onApprove: approve,
    onReject: setRejecting,
    onUndo: undo.undoLast,
  });
  const turnTo = (next: number) => {
    queue.chooseAll(false);
    queue.setAt(0);
    change({ page: next > 1 ? next : undefined });
  };
  const reject = (reason: string) => {
    if (rejecting) decide.mutate({ codes: rejecting, decision: 'reject', reason });
    setRejecting(null);
    queue.chooseAll(false);
  };
  return (
    <>
      <PageHeader
        title="Moderation"
        note={
          query.data
            ? `${formatTotal(query.data.total)} ${query.data.total === 1 ? 'creator code' : 'creator codes'} waiting`
            : 'Creator codes that wait for a decision'
        }
      />
      <Group justify="space-between" mb="md" mih={36}>
        <SearchBox label="Search code or creator" value={q} onChange={(text) => change({ q: text || undefined })} />
        {queue.selected.length > 0 && (
          <Group gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {queue.selected.length} selected
            </Text>
            <Button variant="default" onClick={() => setRejecting(queue.selected)}>
              Reject selected
            </Button>
            <Button onClick={() => approve(queue.selected)}>Approve selected</Button>
          </Group>
        )}
      </Group>
      <div className="card" style={{ minHeight: 320, overflow: 'hidden' }}>
        {error && !query.data ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : !query.data ? (
          <LoadingQueue />
        ) : codes.length === 0 && query.data.total > 0 ? (
          <PageDone onFirst={() => turnTo(1)} isFetching={query.isFetching} />
        ) : codes.length === 0 ? (
          <EmptyState icon={<IconChecks size={26} />} title={q ? 'No code matches' : 'All done'}>
            {q
              ? 'Try another search.'
              : 'When a creator asks for a code of their own, it waits here for your decision.'}
          </EmptyState>
        ) : (
          <QueueTable codes={codes} queue={queue} onApprove={approve} onReject={setRejecting} />
        )}
      </div>
      {query.data && query.data.total > query.data.page_size && <TableFoot page={query.data} onPage={turnTo} />}
      <KeysHelp />
      <RejectDialog codes={rejecting} onClose={() => setRejecting(null)} onReject={reject} />
    </>
  );
}

const LoadingQueue = () => (
  <Stack p="md" gap="md" aria-busy aria-label="Loading the queue">
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <Skeleton key={row} h={32} />
    ))}
  </Stack>
);

/** Shown when all codes of a page are decided; the next codes appear when the daemon has answered. */
function PageDone({ onFirst, isFetching }: { onFirst: () => void; isFetching: boolean }) {
  if (isFetching) return <LoadingQueue />;
  return (
    <EmptyState
      icon={<IconChecks size={26} />}
      title="This page is done"
      action={
        <Button variant="default" onClick={onFirst}>
          Go to the oldest codes
        </Button>
      }
    >
      Other codes still wait.
    </EmptyState>
  );
}
