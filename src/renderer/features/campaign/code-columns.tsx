import { Anchor, Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '../../components/copy-button.tsx';
import type { Column } from '../../components/data-table.tsx';
import { Instant } from '../../components/instant.tsx';
import type { Code } from '../../lib/codes.ts';
import { formatCount } from '../../lib/format.ts';

export const codeColumns: Column<Code>[] = [
  {
    key: 'code',
    header: 'Code',
    sort: 'code',
    render: ({ code, code_id, campaign_id }) => (
      <Group gap={4} wrap="nowrap">
        <Anchor
          component={Link}
          to={`/campaigns/${campaign_id}/codes/${code_id}`}
          inherit
          className="mono"
          fw={600}
          style={{ whiteSpace: 'nowrap' }}
          c="var(--mantine-color-text)"
        >
          {code}
        </Anchor>
        <CopyButton value={code} label={`Copy ${code}`} />
      </Group>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    sort: 'name',
    width: '26%',
    render: ({ name }) => (
      <Text inherit lineClamp={2} title={name} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
    ),
  },
  {
    key: 'type',
    header: 'Type',
    width: 110,
    render: ({ code_type }) => (
      <Badge color={code_type === 'referral' ? 'iris' : 'gray'}>
        {code_type === 'referral' ? 'Referral' : 'Redeem'}
      </Badge>
    ),
  },
  { key: 'claims', header: 'Claims', align: 'right', width: 170, render: (code) => <Claims code={code} /> },
  {
    key: 'active',
    header: 'State',
    width: 90,
    render: ({ active }) => (
      <Text inherit c={active === 'Y' ? undefined : 'dimmed'}>
        {active === 'Y' ? 'On' : 'Off'}
      </Text>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    sort: 'created_at',
    width: 130,
    render: ({ created_at }) => <Instant at={created_at} day />,
  },
];

function Claims({ code: { number_of_claims, usage_limit } }: { code: Code }) {
  if (usage_limit === null) return formatCount(number_of_claims);
  return (
    <Stack gap={4}>
      <span>
        {formatCount(number_of_claims)} of {formatCount(usage_limit)}
      </span>
      <Progress
        size={3}
        value={(100 * number_of_claims) / usage_limit}
        color={number_of_claims >= usage_limit ? 'red' : 'iris'}
        aria-label="Share of the limit used"
      />
    </Stack>
  );
}
