import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { IconChecks } from '../../components/icons.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState, ErrorState } from '../../components/states.tsx';
import { TableFoot } from '../../components/table-foot.tsx';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { moderation as t } from '../../texts/moderation.ts';
import { Dock } from './dock.tsx';
import { KeysHelp } from './keys-help.tsx';
import { queueQuery, useDecide } from './moderation-queries.ts';
import type { ModerationSearch } from './moderation-search.ts';
import { LoadingQueue, PageDone } from './queue-states.tsx';
import { QueueTable } from './queue-table.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { RequestedCode } from './requested-code.tsx';
import { useDecisions } from './use-decisions.ts';
import { useQueue } from './use-queue.ts';

/** Windows up to this width are too narrow for the table. */
const PHONE = '(max-width: 48em)';
const MODES = Object.entries(t.modes).map(([value, label]) => ({ value, label }));

/** Shows the pending codes as a table or one at a time. Only the table has shortcuts for selecting rows. */
export function QueueTab({ search: { q = '', page = 1, mode: chosen } }: { search: ModerationSearch }) {
  const usual = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ? 'one' : 'table';
  const mode = chosen ?? usual;
  const change = useChangeSearch<ModerationSearch>();
  const query = useQuery(queueQuery({ q, page }));
  const error = useLastingError(query);
  const decisions = useDecisions();
  const decide = useDecide({ q, page }, decisions.decided);
  const [rejecting, setRejecting] = useState<CreatorCode[] | null>(null);
  const codes = query.data?.data ?? [];
  const approve = (which: CreatorCode[]) => {
    decide.mutate({ codes: which, decision: 'approve' });
    queue.chooseAll(false);
  };
  const queue = useQueue({
    codes,
    enabled: rejecting === null,
    canSelect: mode !== 'one',
    onApprove: approve,
    onReject: setRejecting,
    onUndo: decisions.undoLast,
  });
  const turnTo = (next: number) => {
    queue.chooseAll(false);
    queue.setAt(0);
    change({ page: next > 1 ? next : undefined });
  };
  const show = (next: ModerationSearch['mode']) => {
    queue.takeFocus();
    change({ mode: next, page: page > 1 ? page : undefined });
  };
  const reject = (reason: string) => {
    if (rejecting) decide.mutate({ codes: rejecting, decision: 'reject', reason });
    setRejecting(null);
    queue.chooseAll(false);
  };
  const Shown = mode === 'one' ? RequestedCode : QueueTable;
  return (
    <>
      <Group justify="space-between" mb="md" mih={36}>
        <SearchBox label={t.search} value={q} onChange={(text) => change({ q: text || undefined })} />
        {queue.selected.length > 0 ? (
          <Group gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {t.selected(queue.selected.length)}
            </Text>
            <Button variant="default" onClick={() => setRejecting(queue.selected)}>
              {t.rejectSelected}
            </Button>
            <Button onClick={() => approve(queue.selected)}>{t.approveSelected}</Button>
          </Group>
        ) : (
          <SegmentedControl
            aria-label={t.show}
            data={MODES}
            value={mode}
            onChange={(value) => show(value === usual ? undefined : (value as ModerationSearch['mode']))}
          />
        )}
      </Group>
      <KeysHelp canSelect={mode !== 'one'} />
      <div className="card" style={{ minHeight: 320, overflow: 'hidden' }}>
        {error && !query.data ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : !query.data ? (
          <LoadingQueue />
        ) : codes.length === 0 && query.data.total > 0 ? (
          <PageDone onFirst={() => turnTo(1)} isFetching={query.isFetching} />
        ) : codes.length === 0 ? (
          <EmptyState icon={<IconChecks size={26} />} title={q ? t.noMatch : t.allDone}>
            {q ? t.otherSearch : t.empty}
          </EmptyState>
        ) : (
          <Shown page={query.data} queue={queue} onApprove={approve} onReject={setRejecting} />
        )}
      </div>
      {query.data && query.data.total > query.data.page_size && <TableFoot page={query.data} onPage={turnTo} />}
      <Dock note={decisions.note} onUndo={decisions.undoLast} />
      <RejectDialog codes={rejecting} onClose={() => setRejecting(null)} onReject={reject} />
    </>
  );
}
