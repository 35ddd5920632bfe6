import { Badge, Group } from '@mantine/core';
import { CreatorLink } from '../../../components/creator-link.tsx';
import type { Column } from '../../../components/data-table.tsx';
import { payoutChecks } from '../../../texts/payout-checks.ts';
import { Amount } from '../statement-cells.tsx';
import { AddressChange } from '../statements/address-change.tsx';
import { CreatorDetailsLink } from '../statements/creator-details-link.tsx';
import type { DifferenceRow } from './comparison.ts';
import { Difference } from './difference-cell.tsx';

const t = payoutChecks.compare;

export const compareColumns: Column<DifferenceRow>[] = [
  {
    key: 'creator',
    header: t.columns.creator,
    sort: 'creator',
    width: '24%',
    render: (row) => <CreatorDetailsLink of={row} />,
  },
  {
    key: 'before',
    header: t.columns.before,
    align: 'right',
    render: (row) => <Amount of={row.payable_then} />,
  },
  {
    key: 'now',
    header: t.columns.now,
    sort: 'payable_now',
    align: 'right',
    render: (row) => <Amount of={row.payable_now} strong />,
  },
  {
    key: 'difference',
    header: t.columns.difference,
    sort: 'difference',
    align: 'right',
    render: (row) => <Difference of={row.difference} />,
  },
  { key: 'change', header: t.columns.change, width: '34%', render: (row) => <WhatChanged row={row} /> },
];

const WhatChanged = ({ row: { is_new, is_gone, merged_into, address_change } }: { row: DifferenceRow }) => (
  <Group gap={6}>
    {is_new && (
      <Badge color="teal" miw="max-content">
        {t.isNew}
      </Badge>
    )}
    {is_gone && (
      <Badge color="orange" miw="max-content">
        {merged_into ? t.isMerged : t.isGone}
      </Badge>
    )}
    {merged_into && <CreatorLink creator_id={merged_into} />}
    {address_change && <AddressChange change={address_change} />}
  </Group>
);
