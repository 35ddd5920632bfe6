import type { Creator } from '../../client/creators.ts';
import { CreatorBadges } from '../../components/creator-badges.tsx';
import { CreatorLink } from '../../components/creator-link.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { creators as t } from '../../texts/creators.ts';

const ID = { wordBreak: 'break-all' } as const;
const ONE_LINE = { whiteSpace: 'nowrap' } as const;

export const creatorColumns: Column<Creator>[] = [
  {
    key: 'creator',
    header: t.columns.creator,
    sort: 'display_name',
    width: '32%',
    render: (creator) => (
      <div className="cell">
        <CreatorLink {...creator} />
        <CreatorBadges creator={creator} />
      </div>
    ),
  },
  {
    key: 'id',
    header: t.columns.id,
    sort: 'creator_id',
    width: '16%',
    render: ({ creator_id }) => (
      <bdi className="mono one-line" title={creator_id} style={ID}>
        {creator_id}
      </bdi>
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
    render: ({ total_revenue }) => <span style={ONE_LINE}>{formatMoney(total_revenue)}</span>,
  },
  {
    key: 'commission',
    header: t.columns.commission,
    render: ({ commission_percent }) => (
      <span className={commission_percent === null ? 'quiet' : undefined} style={ONE_LINE}>
        {commission_percent === null ? t.byTiers : t.percent(commission_percent)}
      </span>
    ),
  },
  {
    key: 'created',
    header: t.columns.created,
    sort: 'created_at',
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];
