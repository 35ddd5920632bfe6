import { Skeleton, Table, Text, Title } from '@mantine/core';
import type { Dashboard } from '../lib/dashboard.ts';
import { formatCount, formatMoney } from '../lib/format.ts';

/** Those who brought most, of all time. */
export function TopCreators({ figures }: { figures: Dashboard | undefined }) {
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="creators-title">
      <Title order={2} size="h5" id="creators-title" mb="xs">
        Top creators
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          of all time
        </Text>
      </Title>
      {!figures ? <Skeleton h={160} /> : <Rows creators={figures.creators_top} />}
    </section>
  );
}

function Rows({ creators }: { creators: Dashboard['creators_top'] }) {
  if (creators.length === 0)
    return (
      <Text size="sm" c="dimmed" py="lg" ta="center">
        No creator has brought a claim yet.
      </Text>
    );
  return (
    <Table aria-labelledby="creators-title" verticalSpacing={8} horizontalSpacing={0}>
      <Table.Tbody>
        {creators.map(({ creator_id, display_name, claims, revenue }) => (
          <Table.Tr key={creator_id}>
            <Table.Td style={{ maxWidth: 0, width: '60%' }}>
              <Text inherit truncate title={display_name ?? creator_id}>
                {display_name ?? creator_id}
              </Text>
            </Table.Td>
            <Table.Td ta="right" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {formatCount(claims)} {claims === 1 ? 'claim' : 'claims'}
            </Table.Td>
            <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(revenue)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
