import { Group, SimpleGrid, Stack, Tabs, Text, Title } from '@mantine/core';
import { useMay } from '../../client/session.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { CreatorLink } from '../../components/creator-link.tsx';
import { FigureCard } from '../../components/figure-card.tsx';
import { Instant } from '../../components/instant.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useChangeSearch } from '../../lib/list-search.ts';
import { players as t } from '../../texts/players.ts';
import { useClaimColumns } from './claim-columns.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { Part, Rows } from './player-parts.tsx';
import type { Player } from './players-queries.ts';
import type { PlayersSearch } from './players-search.ts';
import { RefusedTries } from './refused-tries.tsx';
import { Timeline } from './timeline.tsx';

export function PlayerView({ player, search }: { player: Player; search: PlayersSearch }) {
  return (
    <Stack gap="lg">
      <Group gap={4} wrap="nowrap">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          <bdi>{player.user_id}</bdi>
        </Title>
        <CopyButton value={player.user_id} label={t.copyId} />
      </Group>
      {useMay()('listPlayerTimeline') ? (
        <Views player={player} search={search} />
      ) : (
        <Overview player={player} search={search} />
      )}
    </Stack>
  );
}

function Views({ player, search }: { player: Player; search: PlayersSearch }) {
  const change = useChangeSearch<PlayersSearch>();
  return (
    <Tabs
      value={search.show ?? 'overview'}
      onChange={(view) => change({ show: view === 'timeline' ? view : undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="lg">
        <Tabs.Tab value="overview">{t.views.overview}</Tabs.Tab>
        <Tabs.Tab value="timeline">{t.timeline.title}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <Overview player={player} search={search} />
      </Tabs.Panel>
      <Tabs.Panel value="timeline">
        <Timeline user={player.user_id} kind={search.kind} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Overview({ player, search }: { player: Player; search: PlayersSearch }) {
  const { totals, claims, payments } = player;
  return (
    <Stack gap="lg">
      <LinkLine link={player.link} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <FigureCard label={t.figures.claims} value={formatCount(totals.claims)} />
        <FigureCard label={t.figures.payments} value={formatCount(totals.payments)} />
        <FigureCard label={t.figures.paid} value={formatMoney(totals.paid)} />
      </SimpleGrid>
      <RefusedTries tries={player.refused_tries} withValidates={search.validates === 'true'} />
      <Part title={t.claims.title} isCut={claims.length < totals.claims}>
        <Rows
          title={t.claims.title}
          rows={claims}
          columns={useClaimColumns(false)}
          rowKey={(row) => row.redemption_id}
          empty={[t.claims.empty, t.claims.emptyText]}
        />
      </Part>
      <Part title={t.payments.title} isCut={payments.length < totals.payments}>
        <Rows
          title={t.payments.title}
          rows={payments}
          columns={paymentColumns}
          rowKey={(row) =>
            `${row.game_id} ${row.transaction_id} ${row.received_at} ${row.created_at} ${row.amount.amount}`
          }
          empty={[t.payments.empty, t.payments.emptyText]}
        />
      </Part>
    </Stack>
  );
}

const LinkLine = ({ link }: { link: Player['link'] }) => (
  <Group className="card" p="md" gap={6} component="section" aria-label={t.link.title}>
    {link ? (
      <>
        <Text size="sm">{t.link.to}</Text>
        <CreatorLink {...link} />
        <Text size="sm">
          {t.link.since} <Instant at={link.linked_at} />.
        </Text>
        <Text size="sm" c="dimmed">
          {t.link.never}
        </Text>
      </>
    ) : (
      <Text size="sm">{t.link.none}</Text>
    )}
  </Group>
);
