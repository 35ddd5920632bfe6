import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { pendingCountQuery } from '../../client/creator-codes.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { formatTotal } from '../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { moderation as t } from '../../texts/moderation.ts';
import { DecisionsTab } from './decisions-tab.tsx';
import { type ModerationSearch, parseModerationSearch } from './moderation-search.ts';
import { QueueTab } from './queue-tab.tsx';

export function ModerationPage() {
  const search = useParsedSearch(parseModerationSearch);
  const change = useChangeSearch<ModerationSearch>();
  const { data: waiting } = useQuery(pendingCountQuery);
  return (
    <>
      <PageHeader
        title={t.title}
        note={waiting === undefined ? t.note : t.waiting(formatTotal(waiting), waiting === 1)}
      />
      <Tabs
        value={search.tab ?? 'queue'}
        onChange={(tab) => change({ tab: tab === 'decisions' ? tab : undefined, creator: undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="queue">{t.tabs.queue}</Tabs.Tab>
          <Tabs.Tab value="decisions">{t.tabs.decisions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="queue">
          <QueueTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="decisions">
          <DecisionsTab creator={search.creator} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
