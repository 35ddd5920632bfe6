import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Instant } from '../../components/instant.tsx';
import { methodName } from '../../components/method-name.ts';
import { ErrorState } from '../../components/states.tsx';
import { creators as catalogue } from '../../texts/creators.ts';
import { type DetailsChange, detailChangesQuery } from './creator-queries.ts';

const t = catalogue.payout;

/** Lists who changed a creator's payout details, and when. */
export function DetailsHistory({ creatorId }: { creatorId: string }) {
  const { data, error, isFetching, refetch } = useQuery(detailChangesQuery(creatorId));
  return (
    <Stack className="card" p="lg" gap="sm" component="section" aria-labelledby="history-title">
      <Title order={2} size="h5" id="history-title">
        {t.history}
      </Title>
      <Text size="sm" c="dimmed">
        {t.historyNote}
      </Text>
      {data ? (
        <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.data.map((row) => (
            <Entry key={row.audit_id} row={row} />
          ))}
        </Stack>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Skeleton h={60} aria-busy aria-label={t.loading} />
      )}
      {data?.data.length === 0 && <Text size="sm">{t.historyEmpty}</Text>}
    </Stack>
  );
}

const Entry = ({ row: { at, staff_name, changes } }: { row: DetailsChange }) => (
  <li>
    <Text size="xs" c="dimmed" component="div">
      <Instant at={at} /> · <bdi>{staff_name ?? t.unknownStaff}</bdi>
    </Text>
    {changes.map(({ field, before, after }) => (
      <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.fields[field]}: <bdi>{inWords(field, before)}</bdi> → <bdi>{inWords(field, after)}</bdi>
      </Text>
    ))}
  </li>
);

function inWords(field: keyof typeof t.fields, value: string | null): string {
  if (value === null) return t.nothing;
  return field === 'payout_method' ? methodName(value) : value;
}
