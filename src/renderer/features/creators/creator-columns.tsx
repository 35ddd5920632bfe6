import { Group, Text } from '@mantine/core';
import { CreatorBadges } from '../../components/creator-badges.tsx';
import { CreatorLink } from '../../components/creator-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import type { Creator } from '../../lib/creators.ts';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { creators as t } from '../../texts/creators.ts';

export const creatorColumns: Column<Creator>[] = [
  {
    key: 'creator',
    header: t.columns.creator,
    sort: 'display_name',
    width: '32%',
    render: (creator) => (
      <Group gap={6} wrap="nowrap">
        <CreatorLink {...creator} />
        <CreatorBadges creator={creator} />
      </Group>
    ),
  },
  {
    key: 'id',
    header: t.columns.id,
    sort: 'creator_id',
    width: '16%',
    render: ({ creator_id }) => (
      <Text
        inherit
        component="bdi"
        className="mono"
        lineClamp={1}
        title={creator_id}
        style={{ wordBreak: 'break-all' }}
      >
        {creator_id}
      </Text>
    ),
  },
  {
    key: 'codes',
    header: t.columns.codes,
    align: 'right',
    render: ({ number_of_codes }) => formatCount(number_of_codes),
  },
  {
    key: 'claims',
    header: t.columns.claims,
    align: 'right',
    render: ({ number_of_claims }) => formatCount(number_of_claims),
  },
  {
    key: 'revenue',
    header: t.columns.revenue,
    align: 'right',
    render: ({ total_revenue }) => <span style={{ whiteSpace: 'nowrap' }}>{formatMoney(total_revenue)}</span>,
  },
  {
    key: 'commission',
    header: t.columns.commission,
    render: ({ commission_percent }) => (
      <Text inherit c={commission_percent === null ? 'dimmed' : undefined} style={{ whiteSpace: 'nowrap' }}>
        {commission_percent === null ? t.byTiers : t.percent(commission_percent)}
      </Text>
    ),
  },
  {
    key: 'created',
    header: t.columns.created,
    sort: 'created_at',
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];
