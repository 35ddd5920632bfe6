import { Group, Select } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { IconGift } from '../../components/icons.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { players as catalogue } from '../../texts/players.ts';
import { CampaignChoice } from './campaign-choice.tsx';
import { useClaimColumns } from './claim-columns.tsx';
import { claimsInput, claimsQuery } from './players-queries.ts';
import {
  DEFAULT_PERIOD,
  DEFAULT_RECEIPT,
  PERIODS,
  type PeriodName,
  type PlayersSearch,
  RECEIPTS,
  type Receipt,
} from './players-search.ts';

const { list: t, claims } = catalogue;
const RECEIPT_OPTIONS = RECEIPTS.map((value) => ({
  value,
  label: value === 'any' ? t.anyReceipt : claims.receipt[value],
}));
const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: t.periods[value] }));

/** Lists claims of all players, initially those whose rewards failed to arrive. */
export function ClaimsTab({ search }: { search: PlayersSearch }) {
  const change = useChangeSearch<PlayersSearch>();
  const mayChooseCampaign = useMay()('listCampaigns');
  const query = useInfiniteQuery(claimsQuery(search));
  const receipt = search.receipt ?? DEFAULT_RECEIPT;
  return (
    <>
      <Group mb="md" gap="sm">
        <SearchBox label={t.code} value={search.code ?? ''} onChange={(code) => change({ code: code || undefined })} />
        <Select
          aria-label={t.receipt}
          data={RECEIPT_OPTIONS}
          allowDeselect={false}
          value={receipt}
          onChange={(value) => change({ receipt: value as Receipt })}
          w={170}
        />
        {mayChooseCampaign && (
          <CampaignChoice campaign={search.campaign} onChange={(campaign) => change({ campaign })} />
        )}
        <Select
          aria-label={t.period}
          data={PERIOD_OPTIONS}
          allowDeselect={false}
          value={search.period ?? DEFAULT_PERIOD}
          onChange={(value) => change({ period: value as PeriodName })}
          w={170}
        />
      </Group>
      <KeysetTable
        name="claims"
        label={t.label}
        minWidth={940}
        columns={useClaimColumns(true)}
        query={query}
        rowKey={(row) => row.redemption_id}
        onSave={() => saveList('claims', 'listClaims', claimsInput(search))}
        empty={
          <EmptyState icon={<IconGift size={26} />} title={t.none}>
            {receipt === 'failed' ? t.noneFailed : t.noneText}
          </EmptyState>
        }
      />
    </>
  );
}
