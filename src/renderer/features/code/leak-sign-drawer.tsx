import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../../client/ask.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { Instant, OneClock } from '../../components/instant.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { ErrorState } from '../../components/states.tsx';
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts';
import { leakSigns as t } from '../../texts/leak-signs.ts';
import { type Evidence, LEAK_SIGNS, leakSignQuery } from './code-queries.ts';

interface LeakSignDrawerProps {
  /** Null if the drawer is closed. */
  signId: number | null;
  onClose: () => void;
}

/** Shows a sign of a leak with the rows that prove it. */
export const LeakSignDrawer = ({ signId, onClose }: LeakSignDrawerProps) => (
  <SideDrawer isOpen={signId !== null} title={t.title} size={640} onClose={onClose}>
    {signId !== null && <Details signId={signId} onClose={onClose} />}
  </SideDrawer>
);

function Details({ signId, onClose }: { signId: number; onClose: () => void }) {
  const query = useQuery(leakSignQuery(signId));
  if (query.data) return <Loaded evidence={query.data} onClose={onClose} />;
  if (query.error)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return <Skeleton h={360} aria-busy aria-label={t.loading} />;
}

function Loaded({ evidence, onClose }: { evidence: Evidence; onClose: () => void }) {
  const { sign } = evidence;
  const zone = useTimeZone();
  return (
    <OneClock>
      <Stack gap="lg">
        <div>
          <Title order={3} size="h5">
            <bdi>{sign.code}</bdi>, {formatDay(sign.day, zone)}
          </Title>
          <Text fw={600} mt={4}>
            {t.kinds[sign.kind](sign.measured, sign.usual)}
          </Text>
          <Text size="sm" c="dimmed" mt={4}>
            {t.meaning[sign.kind]}
          </Text>
        </div>
        {sign.seen ? (
          <Text size="sm">{t.seenBy(sign.seen.by)}</Text>
        ) : (
          <MarkSeen signId={sign.sign_id} onDone={onClose} />
        )}
        {sign.kind === 'shared' && <Tries tries={evidence.tries} />}
        {sign.kind === 'refunds' && <Refunds refunds={evidence.refunds} />}
        {sign.kind !== 'shared' && <Days evidence={evidence} zone={zone} />}
      </Stack>
    </OneClock>
  );
}

function MarkSeen({ signId, onDone }: { signId: number; onDone: () => void }) {
  const queryClient = useQueryClient();
  const mark = useMutation({
    mutationFn: () => ask('markLeakSignSeen', { params: { sign_id: signId } }),
    onSuccess: async () => {
      onDone();
      await queryClient.invalidateQueries({ queryKey: LEAK_SIGNS });
    },
  });
  return (
    <div>
      <Group gap="sm">
        <Button size="xs" loading={mark.isPending} onClick={() => mark.mutate()}>
          {t.markSeen}
        </Button>
        <Text size="sm" c="dimmed">
          {t.markSeenText}
        </Text>
      </Group>
      <FormProblem error={mark.error} />
    </div>
  );
}

function Days({ evidence: { sign, days }, zone }: { evidence: Evidence; zone: string | undefined }) {
  const isRefunds = sign.kind === 'refunds';
  const isLinks = sign.kind === 'no_landings';
  return (
    <Rows
      title={t.days}
      head={[t.day, t.claims, ...(isLinks ? [t.landings] : []), ...(isRefunds ? [t.revenue, t.refunds] : [])]}
      rows={days.toReversed().map(({ day, claims, landings, revenue, refunds }) => ({
        key: day,
        cells: [
          formatDay(day, zone),
          formatCount(claims),
          ...(isLinks ? [formatCount(landings)] : []),
          ...(isRefunds ? [formatMoney(revenue), formatMoney(refunds)] : []),
        ],
      }))}
    />
  );
}

const Tries = ({ tries }: Pick<Evidence, 'tries'>) => (
  <Rows
    title={t.players}
    isCut
    head={[t.player, t.tries, t.last]}
    rows={tries.map(({ user_id, tries, last_at }) => ({
      key: user_id,
      cells: [<PlayerLink key="player" userId={user_id} />, formatCount(tries), <Instant key="last" at={last_at} />],
    }))}
  />
);

const Refunds = ({ refunds }: Pick<Evidence, 'refunds'>) => (
  <Rows
    title={t.refundList}
    isCut
    head={[t.player, t.amount, t.received, t.transaction]}
    rows={refunds.map(({ user_id, transaction_id, amount, received_at }, at) => ({
      key: at,
      cells: [
        <PlayerLink key="player" userId={user_id} />,
        formatMoney(amount),
        <Instant key="received" at={received_at} />,
        transaction_id,
      ],
    }))}
  />
);

/** The maximum number of players or refunds in a response. */
const MOST = 50;

interface RowsProps {
  title: string;
  /** All columns but the first are on the right. */
  head: readonly string[];
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
  /** Whether the daemon leaves out rows beyond a number. */
  isCut?: boolean;
}

function Rows({ title, head, rows, isCut = false }: RowsProps) {
  return (
    <section aria-label={title}>
      <Title order={4} size="h6" mb="xs">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.gone}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={420}>
          <Table aria-label={title} verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                {head.map((name, at) => (
                  <Table.Th key={name} ta={at === 0 ? 'left' : 'right'}>
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells }) => (
                <Table.Tr key={key}>
                  {cells.map((cell, at) => (
                    <Table.Td key={head[at]} ta={at === 0 ? 'left' : 'right'}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {isCut && rows.length === MOST && (
        <Text size="xs" c="dimmed">
          {t.first50}
        </Text>
      )}
    </section>
  );
}
