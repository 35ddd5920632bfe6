import { Tabs } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { players as t } from '../../texts/players.ts';
import { ClaimsTab } from './claims-tab.tsx';
import { FindTab } from './find-tab.tsx';
import { type PlayersSearch, parsePlayersSearch } from './players-search.ts';

export function PlayersPage() {
  const search = useParsedSearch(parsePlayersSearch);
  const change = useChangeSearch<PlayersSearch>();
  return (
    <>
      <PageHeader title={t.title} note={t.note} />
      <Tabs
        value={search.tab ?? 'find'}
        onChange={(tab) => change({ tab: tab === 'claims' ? tab : undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          <Tabs.Tab value="find">{t.tabs.find}</Tabs.Tab>
          <Tabs.Tab value="claims">{t.tabs.claims}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="find">
          <FindTab search={search} />
        </Tabs.Panel>
        <Tabs.Panel value="claims">
          <ClaimsTab search={search} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
