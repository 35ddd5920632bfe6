import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { useTimeZone } from '../../client/organisation.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { Instant } from '../../components/instant.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { ErrorState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { formatCount, formatDay, formatMoney } from '../../lib/format.ts';
import { shortId } from '../../lib/short-id.ts';
import { leakSigns as t } from '../../texts/leak-signs.ts';
import { type Evidence, LEAK_SIGNS, leakSignQuery } from './code-queries.ts';

interface LeakSignDrawerProps {
  /** Null if the drawer is closed. */
  signId: number | null;
  onClose: () => void;
}

/** Shows a leak sign with the rows on which it is based. */
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
      {sign.kind === 'shared' && (
        <Proof title={t.players} columns={TRY_COLUMNS} rows={evidence.tries} rowKey={({ user_id }) => user_id} />
      )}
      {sign.kind === 'refunds' && (
        <Proof
          title={t.refundList}
          columns={REFUND_COLUMNS}
          rows={evidence.refunds}
          rowKey={({ user_id, received_at, transaction_id }) => `${user_id} ${received_at} ${transaction_id}`}
        />
      )}
      {sign.kind !== 'shared' && <Days evidence={evidence} zone={zone} />}
    </Stack>
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

type Day = Evidence['days'][number];
type Try = Evidence['tries'][number];
type Refund = Evidence['refunds'][number];

function Days({ evidence: { sign, days }, zone }: { evidence: Evidence; zone: string | undefined }) {
  const columns: Column<Day>[] = [
    { key: 'day', header: t.day, render: ({ day }) => formatDay(day, zone) },
    { key: 'claims', header: t.claims, align: 'right', render: ({ claims }) => formatCount(claims) },
  ];
  if (sign.kind === 'no_landings')
    columns.push({
      ...{ key: 'landings', header: t.landings, align: 'right' },
      render: ({ landings }) => formatCount(landings),
    });
  if (sign.kind === 'refunds')
    columns.push(
      { key: 'revenue', header: t.revenue, align: 'right', render: ({ revenue }) => formatMoney(revenue) },
      { key: 'refunds', header: t.refunds, align: 'right', render: ({ refunds }) => formatMoney(refunds) },
    );
  return <Proof title={t.days} columns={columns} rows={days.toReversed()} rowKey={({ day }) => day} />;
}

const TRY_COLUMNS: Column<Try>[] = [
  { key: 'player', header: t.player, render: ({ user_id }) => <PlayerLink userId={user_id} /> },
  { key: 'tries', header: t.tries, align: 'right', render: ({ tries }) => formatCount(tries) },
  { key: 'last', header: t.last, align: 'right', render: ({ last_at }) => <Instant at={last_at} /> },
];

const REFUND_COLUMNS: Column<Refund>[] = [
  { key: 'player', header: t.player, render: ({ user_id }) => <PlayerLink userId={user_id} /> },
  { key: 'amount', header: t.amount, align: 'right', render: ({ amount }) => formatMoney(amount) },
  { key: 'received', header: t.received, align: 'right', render: ({ received_at }) => <Instant at={received_at} /> },
  { key: 'transaction', header: t.transaction, render: ({ transaction_id }) => shortId(transaction_id ?? '') },
];

/** The maximum number of players or refunds in a response. */
const MOST = 50;

interface ProofProps<T> {
  title: string;
  columns: Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
}

/** Shows the rows on which a sign is based. The daemon may already have deleted them. */
function Proof<T>({ title, columns, rows, rowKey }: ProofProps<T>) {
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
        <TableFrame label={title} columns={columns} rows={rows} rowKey={rowKey} minWidth={420} isPlain />
      )}
      {rows.length === MOST && (
        <Text size="xs" c="dimmed">
          {t.first50}
        </Text>
      )}
    </section>
  );
}
