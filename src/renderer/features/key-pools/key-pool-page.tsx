import { Group, SimpleGrid, Skeleton, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { problemOf } from '../../client/ask.ts';
import { type KeyPool, keyPoolQuery } from '../../client/key-pools.ts';
import { useMay } from '../../client/session.ts';
import { BackLink } from '../../components/back-link.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { IconPencil, IconUpload } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatCount } from '../../lib/format.ts';
import { useLastingError } from '../../lib/lasting-error.ts';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { keyPools } from '../../texts/key-pools.ts';
import { StockBadge } from './key-pools-page.tsx';
import { type PoolSearch, parsePoolSearch } from './key-pools-queries.ts';
import { PoolKeys } from './pool-keys.tsx';

const t = keyPools.page;

/** Shows the stock of a pool, and its keys. */
export function KeyPoolPage() {
  const poolId = Number(useParams({ from: '/key-pools/$poolId' }).poolId);
  const query = useQuery(keyPoolQuery(poolId));
  const error = useLastingError(query);
  if (query.data) return <LoadedPool key={poolId} pool={query.data} />;
  if (error && problemOf(error).code === 'not_found')
    return (
      <NotFound
        title={t.missing}
        back={
          <ButtonLink to="/key-pools" variant="default">
            {t.all}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <BackLink to="/key-pools" label={keyPools.title} />
      {error ? (
        <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton h={420} mt="lg" radius="lg" aria-busy aria-label={t.loading} />
      )}
    </>
  );
}

function LoadedPool({ pool }: { pool: KeyPool }) {
  const may = useMay();
  const { state = 'used' } = useParsedSearch(parsePoolSearch);
  const change = useChangeSearch<PoolSearch>();
  return (
    <>
      <PageHeader
        back={<BackLink to="/key-pools" label={keyPools.title} />}
        title={pool.name}
        badge={<StockBadge pool={pool} />}
        note={t.lowBelow(pool.low_stock)}
        actions={<Actions pool={pool} />}
      />
      <SimpleGrid cols={{ base: 2, sm: 3 }} mb="lg">
        <FigureCard label={keyPools.left} value={formatCount(pool.keys_left)} />
        <FigureCard label={keyPools.used} value={formatCount(pool.keys_used)} />
      </SimpleGrid>
      {may('listPoolKeys') && (
        <Tabs value={state} onChange={(tab) => change({ state: tab === 'unused' ? tab : undefined })}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="used">{t.tabs.used}</Tabs.Tab>
            <Tabs.Tab value="unused">{t.tabs.unused}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={state}>
            <PoolKeys key={state} poolId={pool.pool_id} state={state} />
          </Tabs.Panel>
        </Tabs>
      )}
      <Outlet />
    </>
  );
}

function Actions({ pool: { pool_id } }: { pool: KeyPool }) {
  const may = useMay();
  const params = { poolId: String(pool_id) };
  return (
    <Group gap="xs">
      {may('changeKeyPool') && (
        <ButtonLink
          to="/key-pools/$poolId/edit"
          params={params}
          search={true}
          variant="default"
          leftSection={<IconPencil size={16} />}
        >
          {t.edit}
        </ButtonLink>
      )}
      {may('addPoolKeys') && (
        <ButtonLink to="/key-pools/$poolId/add" params={params} leftSection={<IconUpload size={16} />}>
          {t.addKeys}
        </ButtonLink>
      )}
    </Group>
  );
}
