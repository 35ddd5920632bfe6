import { Anchor, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Campaign } from '../../client/campaigns.ts';
import type { Code } from '../../client/codes.ts';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { usePaging } from '../../client/table-look.ts';
import { DataTable } from '../../components/data-table.tsx';
import { IconTicket } from '../../components/first-icons.tsx';
import { IconPlus, IconStack2, IconUpload } from '../../components/icons.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { useRowSelection } from '../../components/row-selection.tsx';
import { SaveButton } from '../../components/save-button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch } from '../../lib/list-search.ts';
import { codes } from '../../texts/codes.ts';
import { lists } from '../../texts/lists.ts';
import { afterOf, type CampaignSearch, type CodesSearch, originOf } from './campaign-search.ts';
import { codeColumns } from './code-columns.tsx';
import { CodesFilters, isFiltered, NO_FILTERS } from './codes-filters.tsx';
import { CodesFoot, NoMatchSoFar } from './codes-foot.tsx';
import { type CodesOf, codesInput, codesQuery, countCodesQuery, DEFAULT_SORT } from './codes-queries.ts';
import { SelectedCodes } from './selected-codes.tsx';

const t = codes.list;

/** Lists the codes of a campaign. */
export function CodesTab({ campaign, search }: { campaign: Campaign; search: CampaignSearch }) {
  const { campaign_id, status } = campaign;
  const canAdd = useMay()('createCode') && status !== 'ended' && status !== 'archived';
  const add = canAdd && <AddButtons campaignId={campaign_id} />;
  return (
    <CodesTable
      of={{ campaign_id }}
      label={t.label}
      search={search}
      actions={add}
      empty={<NoCodes campaignId={campaign_id} search={search} action={add} />}
    />
  );
}

interface CodesTableProps {
  of: CodesOf;
  /** The name of the table for screen readers. */
  label: string;
  search: CodesSearch;
  actions?: ReactNode;
  /** The content if there are no codes and no filter is set. */
  empty: ReactNode;
}

export function CodesTable({ actions, ...rows }: CodesTableProps) {
  return (
    <>
      {/* If the filters and buttons do not fit on one line, the buttons wrap above the filters. */}
      <Group justify="space-between" mb="md" gap="sm" style={{ flexWrap: 'wrap-reverse' }}>
        <CodesFilters search={rows.search} of={rows.of} />
        {actions}
      </Group>
      <CodeRows {...rows} />
    </>
  );
}

const idOfCode = ({ code_id }: Code) => code_id;

/** A separate component, so that a response does not re-render the filters. */
function CodeRows({ of, label, search, empty }: Omit<CodesTableProps, 'actions'>) {
  const change = useChangeSearch<CodesSearch>();
  const query = useQuery(codesQuery(of, { ...search, ...usePaging() }));
  const isPart = query.data?.is_partial || afterOf(search) !== null;
  const isByHand = of.batch_id === undefined && originOf(search) === 'hand';
  const shown = { page: query.data, search, isStale: query.isPlaceholderData };
  const canChange = useMay()('changeCode');
  const selection = useRowSelection({ rows: query.data?.data, rowKey: idOfCode, nameOf: ({ code }) => code });
  const columns = codeColumns(query.data?.data.some(({ tags }) => tags.length > 0) ?? false);
  const footExtras = (menu: ReactNode) => (
    <>
      {query.data && (
        <SaveButton
          label={lists.saveCsv}
          onSave={() => saveList(`codes-of-campaign-${of.campaign_id}`, 'listCodes', codesInput(of, search))}
        />
      )}
      {menu}
      {isByHand && !isFiltered(search) && <InBatches {...of} />}
    </>
  );
  const none = isPart ? <NoMatchSoFar {...shown} /> : <NoCodeMatches isByHand={isByHand} />;
  return (
    <>
      <DataTable
        name="codes"
        label={label}
        minWidth={860}
        columns={canChange ? [selection.column, ...columns] : columns}
        query={query}
        rowKey={idOfCode}
        sort={search.sort ?? DEFAULT_SORT}
        onSort={(sort) => change({ sort: sort as CodesSearch['sort'] })}
        onPage={(page) => change({ page })}
        foot={(menu) => <CodesFoot {...shown} footExtras={footExtras(menu)} />}
        empty={isFiltered(search) ? none : empty}
      />
      {selection.rows.length > 0 && <SelectedCodes selection={selection} campaignId={of.campaign_id} />}
    </>
  );
}

/** Shows the number of codes in batches, because the default filter hides them and the row count would look wrong. */
function InBatches({ campaign_id }: CodesOf) {
  const change = useChangeSearch<CodesSearch>();
  const { data: total = 0 } = useQuery(countCodesQuery(campaign_id, 'batch'));
  if (total === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {t.inBatches(total)}{' '}
      <Anchor component="button" type="button" inherit onClick={() => change({ origin: 'any' })}>
        {t.showAll}
      </Anchor>
    </Text>
  );
}

/** Replaces a list without matches. If only manually created codes were searched, it offers to search all codes. */
function NoCodeMatches({ isByHand = false }) {
  const change = useChangeSearch<CodesSearch>();
  if (isByHand)
    return (
      <NoMatch
        icon={<IconTicket size={26} />}
        title={t.noMatchByHand}
        clear={t.lookInAll}
        onClear={() => change({ origin: 'any' })}
      />
    );
  return (
    <NoMatch icon={<IconTicket size={26} />} title={t.noMatch} clear={t.clear} onClear={() => change(NO_FILTERS)}>
      {t.noMatchText}
    </NoMatch>
  );
}

interface NoCodesProps {
  campaignId: number;
  search: CodesSearch;
  action: ReactNode;
}

/** Replaces the list if the campaign has no codes of the chosen origin, or none at all. */
function NoCodes({ campaignId, search, action }: NoCodesProps) {
  const change = useChangeSearch<CampaignSearch>();
  const count = useQuery({ ...countCodesQuery(campaignId), enabled: originOf(search) !== 'any' });
  if (count.isLoading) return null;
  if (!count.data)
    return (
      <EmptyState icon={<IconTicket size={26} />} title={t.none} action={action}>
        {t.noneText}
      </EmptyState>
    );
  if (originOf(search) !== 'hand') return <NoCodeMatches />;
  return (
    <EmptyState
      icon={<IconTicket size={26} />}
      title={t.noneByHand(count.data)}
      action={
        <>
          <Button variant="default" onClick={() => change({ ...NO_FILTERS, tab: 'batches' })}>
            {t.showBatches}
          </Button>
          <Button variant="default" onClick={() => change({ origin: 'any' })}>
            {t.showAll}
          </Button>
        </>
      }
    >
      {t.noneByHandText}
    </EmptyState>
  );
}

function AddButtons({ campaignId }: { campaignId: number }) {
  return (
    <Group gap="xs" ml="auto">
      <ButtonLink
        to="/campaigns/$campaignId/codes/import"
        params={{ campaignId: String(campaignId) }}
        variant="default"
        leftSection={<IconUpload size={16} />}
      >
        {t.import}
      </ButtonLink>
      <ButtonLink
        to="/campaigns/$campaignId/bulk"
        params={{ campaignId: String(campaignId) }}
        variant="default"
        leftSection={<IconStack2 size={16} />}
      >
        {t.bulk}
      </ButtonLink>
      <ButtonLink
        to="/campaigns/$campaignId/new-code"
        params={{ campaignId: String(campaignId) }}
        leftSection={<IconPlus size={16} />}
      >
        {t.create}
      </ButtonLink>
    </Group>
  );
}
