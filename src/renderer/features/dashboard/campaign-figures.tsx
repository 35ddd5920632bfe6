import { Anchor, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CampaignStatusBadge } from '../../components/campaign-status.tsx';
import type { Dashboard } from '../../lib/dashboard.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';

/** What each campaign brought in the period. */
export function CampaignFigures({ figures }: { figures: Dashboard | undefined }) {
  return (
    <section className="card" style={{ padding: 20 }} aria-labelledby="campaigns-title">
      <Title order={2} size="h5" id="campaigns-title" mb="xs">
        Campaigns
        <Text span size="xs" c="dimmed" ml={8} fw={400}>
          in this period; revenue that counts towards creators
        </Text>
      </Title>
      {!figures ? <Skeleton h={160} /> : <Rows campaigns={figures.campaigns} />}
    </section>
  );
}

function Rows({ campaigns }: { campaigns: Dashboard['campaigns'] }) {
  const maySee = useMay()('getCampaign');
  if (campaigns.length === 0)
    return (
      <Text size="sm" c="dimmed" py="lg" ta="center">
        No campaign has run in this period.
      </Text>
    );
  return (
    <>
      <Table aria-labelledby="campaigns-title" verticalSpacing={8} horizontalSpacing={0}>
        <Table.Tbody>
          {campaigns.map(({ campaign_id, name, status, claims, revenue }) => (
            <Table.Tr key={campaign_id}>
              <Table.Td style={{ maxWidth: 0, width: '60%' }}>
                <Group gap={8} wrap="nowrap">
                  {maySee ? (
                    <Anchor
                      component={Link}
                      to={`/campaigns/${campaign_id}`}
                      size="sm"
                      c="var(--mantine-color-text)"
                      title={name}
                      truncate
                    >
                      {name}
                    </Anchor>
                  ) : (
                    <Text inherit truncate title={name}>
                      {name}
                    </Text>
                  )}
                  <CampaignStatusBadge status={status} />
                </Group>
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
      <Text size="xs" c="dimmed" mt="sm">
        Payments that count towards no creator are in the total above alone, so these do not add up to it.
      </Text>
    </>
  );
}
