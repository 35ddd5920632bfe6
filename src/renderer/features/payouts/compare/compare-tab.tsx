import { Alert, Group, Select, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../../../client/ask.ts';
import { saveList } from '../../../client/save-list.ts';
import { DataTable } from '../../../components/data-table.tsx';
import { FigureCard } from '../../../components/figure-card.tsx';
import { IconUsers } from '../../../components/first-icons.tsx';
import { IconArrowsDiff } from '../../../components/icons.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { useChangeSearch, useParsedSearch } from '../../../lib/list-search.ts';
import { payoutChecks } from '../../../texts/payout-checks.ts';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import { differenceOf } from '../money-difference.ts';
import { type FullRun, STATUS_NAMES } from '../payouts-queries.ts';
import { periodOf } from '../run-period.ts';
import { compareColumns } from './compare-columns.tsx';
import {
  CHANGES,
  type CompareSearch,
  DEFAULT_ORDER,
  differenceInput,
  differenceQuery,
  earlierRunsQuery,
  parseCompareSearch,
  type RunDifference,
} from './comparison.ts';

const t = payoutChecks.compare;
const ONLY = CHANGES.map((value) => ({ value, label: t.filters[value] }));

/** Compares a run with the previous one, or with an earlier one that the user chooses. */
export function CompareTab({ run }: { run: FullRun }) {
  const search = useParsedSearch(parseCompareSearch);
  const change = useChangeSearch<CompareSearch>();
  const query = useQuery(differenceQuery(run.run_id, search));
  const { data, error } = query;
  if (data?.to === null)
    return (
      <div className="card">
        <EmptyState icon={<IconArrowsDiff size={26} />} title={t.none}>
          {t.noneText}
        </EmptyState>
      </div>
    );
  const isRefused = error !== null && problemOf(error).status < 500 && problemOf(error).status >= 400;
  return (
    <>
      <Group mb="md" gap="sm" align="flex-end">
        <RunChoice run={run} chosen={search.to ?? data?.to?.run_id ?? null} onChange={(to) => change({ to })} />
        <SearchBox
          label={payoutStatements.search}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        <Select
          aria-label={t.only}
          placeholder={t.any}
          data={ONLY}
          value={search.only ?? null}
          onChange={(only) => change({ only: (only as CompareSearch['only'] | null) ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t.any }}
          w={250}
        />
      </Group>
      {isRefused ? (
        <Alert color="red" variant="light" role="alert" title={t.badRun}>
          {problemOf(error).detail}
        </Alert>
      ) : (
        <>
          <Figures difference={data} />
          <DataTable
            name="comparison"
            label={t.label}
            minWidth={760}
            columns={compareColumns}
            query={query}
            rowKey={(row) => row.creator_id}
            onSave={() =>
              saveList(`comparison-of-run-${run.run_id}`, 'getPayoutDifference', differenceInput(run.run_id, search))
            }
            sort={search.sort ?? DEFAULT_ORDER}
            onSort={(sort) => change({ sort: sort as CompareSearch['sort'] })}
            hasFixedPages
            onPage={(page) => change({ page })}
            empty={
              <EmptyState icon={<IconUsers size={26} />} title={search.q || search.only ? t.noMatch : t.empty}>
                {(search.q || search.only) && t.noMatchText}
              </EmptyState>
            }
          />
        </>
      )}
    </>
  );
}

interface RunChoiceProps {
  run: FullRun;
  chosen: number | null;
  onChange: (runId: number | undefined) => void;
}

function RunChoice({ run, chosen, onChange }: RunChoiceProps) {
  const { data = [] } = useQuery(earlierRunsQuery(run.run_id));
  const options = data.map((earlier) => ({
    value: String(earlier.run_id),
    label: t.run(earlier.run_id, periodOf(earlier), STATUS_NAMES[earlier.status]),
  }));
  const isKnown = chosen === null || data.some(({ run_id }) => run_id === chosen);
  return (
    <Select
      label={t.with}
      data={isKnown ? options : [{ value: String(chosen), label: t.runAlone(chosen) }, ...options]}
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => onChange(value === null ? undefined : Number(value))}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t.noRun}
      w={360}
      maw="100%"
    />
  );
}

function Figures({ difference }: { difference: RunDifference | undefined }) {
  const { figures } = t;
  const { payable_then, new: fresh, gone, addresses_changed } = difference ?? {};
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md" mb="md">
      <FigureCard
        label={figures.difference}
        value={difference && differenceOf(difference.difference)}
        note={payable_then && figures.before(formatMoney(payable_then))}
      />
      <FigureCard
        label={figures.new}
        value={fresh && formatCount(fresh.creators)}
        note={fresh && formatMoney(fresh.payable)}
      />
      <FigureCard
        label={figures.gone}
        value={gone && formatCount(gone.creators)}
        note={gone && formatMoney(gone.payable)}
      />
      <FigureCard
        label={figures.addresses}
        value={addresses_changed === undefined ? undefined : formatCount(addresses_changed)}
        note={addresses_changed ? figures.check : undefined}
      />
    </SimpleGrid>
  );
}
