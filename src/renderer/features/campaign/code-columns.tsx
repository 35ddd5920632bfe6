import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import type { Code } from '../../lib/codes.ts';
import { formatCount } from '../../lib/format.ts';
import { codes } from '../../texts/codes.ts';

const t = codes.list;

export const codeColumns: Column<Code>[] = [
  {
    key: 'code',
    header: t.columns.code,
    sort: 'code',
    render: ({ code, code_id, campaign_id }) => (
      <Group gap={4} wrap="nowrap">
        <Anchor
          component={Link}
          to={`/campaigns/${campaign_id}/codes/${code_id}`}
          inherit
          className="mono"
          fw={600}
          truncate
          maw={280}
          title={code}
          c="var(--mantine-color-text)"
        >
          {code}
        </Anchor>
        <CopyButton value={code} label={t.copy(code)} />
      </Group>
    ),
  },
  {
    key: 'name',
    header: t.columns.name,
    sort: 'name',
    width: '26%',
    render: ({ name }) => (
      <Text inherit lineClamp={1} title={name} style={{ overflowWrap: 'anywhere' }}>
        <bdi>{name}</bdi>
      </Text>
    ),
  },
  {
    key: 'type',
    header: t.columns.type,
    width: 130,
    render: ({ code_type }) => (
      <Badge color={code_type === 'referral' ? 'iris' : 'gray'} miw="max-content">
        {codes.types[code_type]}
      </Badge>
    ),
  },
  {
    key: 'claims',
    header: t.columns.claims,
    sort: 'number_of_claims',
    align: 'right',
    width: 170,
    render: (code) => <Claims code={code} />,
  },
  {
    key: 'active',
    header: t.columns.state,
    width: 90,
    render: ({ active }) => (
      <Text inherit c={active === 'Y' ? undefined : 'dimmed'}>
        {active === 'Y' ? codes.on : codes.off}
      </Text>
    ),
  },
  {
    key: 'created',
    header: t.columns.created,
    sort: 'created_at',
    width: 130,
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];

function Claims({ code: { number_of_claims, usage_limit } }: { code: Code }) {
  if (usage_limit === null) return formatCount(number_of_claims);
  return (
    <Stack gap={4}>
      <span>{t.ofLimit(number_of_claims, usage_limit)}</span>
      <Progress
        size={3}
        value={(100 * number_of_claims) / usage_limit}
        color={number_of_claims >= usage_limit ? 'red' : 'iris'}
        aria-label={t.shareUsed}
      />
    </Stack>
  );
}
