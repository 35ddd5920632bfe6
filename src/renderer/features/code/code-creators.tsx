import { Badge, Group, Text, Title } from '@mantine/core';
import { CreatorLink } from '../../components/creator-link.tsx';
import { IconUsers } from '../../components/first-icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { type Column, TableFrame } from '../../components/table-frame.tsx';
import { Tag } from '../../components/tag.tsx';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { codes } from '../../texts/codes.ts';
import type { CodeFigures } from './code-queries.ts';

const t = codes.creators;
type Row = NonNullable<CodeFigures['creators']>['data'][number];

/** Lists the creators who have codes from a referral code, with the figures of each. */
export function CodeCreators({ figures }: { figures: CodeFigures | undefined }) {
  const creators = figures?.creators;
  return (
    <section aria-labelledby="creators-title">
      <Title order={2} size="h5" id="creators-title" mb="xs">
        {t.title}
        {creators && creators.total > 0 && (
          <Text span size="xs" c="dimmed" ml={8} fw={400}>
            {t.note(creators.data.length, creators.total)}
          </Text>
        )}
      </Title>
      {creators?.total === 0 ? (
        <div className="card">
          <EmptyState icon={<IconUsers size={26} />} title={t.none}>
            {t.noneText}
          </EmptyState>
        </div>
      ) : (
        <TableFrame label={t.title} columns={columns} rows={creators?.data} rowKey={(row) => row.code_id} />
      )}
    </section>
  );
}

const columns: Column<Row>[] = [
  {
    key: 'creator',
    header: t.creator,
    width: '30%',
    render: (row) => (
      <Group gap={6} wrap="nowrap">
        <CreatorLink {...row} />
        {row.creator_status === 'suspended' && <Tag color="red">{t.suspended}</Tag>}
      </Group>
    ),
  },
  {
    key: 'code',
    header: t.code,
    render: ({ code, status }) => (
      <Group gap={6}>
        <Text inherit component="span" className="mono" style={{ wordBreak: 'break-all' }}>
          {code}
        </Text>
        {status !== 'approved' && (
          <Badge color="gray" miw="max-content">
            {t.statuses[status] ?? status}
          </Badge>
        )}
      </Group>
    ),
  },
  { key: 'claims', header: t.claims, align: 'right', render: ({ claims }) => formatCount(claims) },
  { key: 'revenue', header: t.revenue, align: 'right', render: ({ revenue }) => formatMoney(revenue) },
  { key: 'commission', header: t.commission, align: 'right', render: ({ commission }) => formatMoney(commission) },
];
