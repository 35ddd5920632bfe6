import { Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TIMELINE_KINDS, type TimelineKind } from '../../../../daemon/contract/timeline-kinds.ts';
import { saveList } from '../../client/save-list.ts';
import type { EventKey } from '../../client/sdk-events.ts';
import { IconHistory } from '../../components/first-icons.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { EmptyState } from '../../components/states.tsx';
import { StoredEvent } from '../../components/stored-event.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { players as catalogue } from '../../texts/players.ts';
import { timelineInput, timelineQuery } from './players-queries.ts';
import type { PlayersSearch } from './players-search.ts';
import { timelineColumns } from './timeline-columns.tsx';

const t = catalogue.timeline;
const KINDS = [
  { value: 'any', label: t.anyKind },
  ...TIMELINE_KINDS.map((value) => ({ value, label: t.kinds[value] })),
];

interface TimelineProps {
  user: string;
  kind: TimelineKind | undefined;
}

/** Lists a player's events, claims, attempts and payments, newest first. */
export function Timeline({ user, kind }: TimelineProps) {
  const change = useChangeSearch<PlayersSearch>();
  const query = useInfiniteQuery(timelineQuery(user, kind));
  const [open, setOpen] = useState<EventKey | null>(null);
  return (
    <section aria-label={t.title}>
      <Select
        aria-label={t.kind}
        data={KINDS}
        allowDeselect={false}
        value={kind ?? 'any'}
        onChange={(value) => change({ kind: TIMELINE_KINDS.find((one) => one === value) })}
        w={240}
        mb="md"
      />
      <KeysetTable
        name="timeline"
        label={t.title}
        minWidth={860}
        columns={timelineColumns(setOpen)}
        query={query}
        rowKey={(row) => `${row.kind} ${row.id}`}
        onSave={() => saveList('timeline', 'listPlayerTimeline', timelineInput(user, kind))}
        empty={
          kind === undefined ? (
            <EmptyState icon={<IconHistory size={26} />} title={t.none}>
              {t.noneText}
            </EmptyState>
          ) : (
            <NoMatch
              icon={<IconHistory size={26} />}
              title={t.noMatch}
              clear={t.clear}
              onClear={() => change({ kind: undefined })}
            />
          )
        }
      />
      {open && <StoredEvent key={open.event_id} event={open} onClose={() => setOpen(null)} />}
    </section>
  );
}
