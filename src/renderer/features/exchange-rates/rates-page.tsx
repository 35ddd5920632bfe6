import { Group, Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { currencyOptions } from '../../client/currencies.ts';
import { organisationQuery } from '../../client/organisation.tsx';
import { saveList } from '../../client/save-list.ts';
import { useMay } from '../../client/session.ts';
import { IconCash } from '../../components/first-icons.tsx';
import { IconPlus, IconUpload } from '../../components/icons.tsx';
import { KeysetTable } from '../../components/keyset-table.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { NoMatch } from '../../components/no-match.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useChangeSearch, useParsedSearch } from '../../lib/list-search.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import { CorrectRateDialog } from './correct-rate-dialog.tsx';
import { rateColumns } from './rate-columns.tsx';
import { type ExchangeRate, parseRatesSearch, type RatesSearch, ratesQuery } from './rates-queries.ts';

/** Lists the rates that convert payments in other currencies. */
export function RatesPage() {
  const { currency } = useParsedSearch(parseRatesSearch);
  const change = useChangeSearch<RatesSearch>();
  const query = useInfiniteQuery(ratesQuery({ ...(currency && { currency }) }));
  const own = useQuery(organisationQuery).data?.currency ?? '';
  const [wrong, setWrong] = useState<ExchangeRate | null>(null);
  return (
    <>
      <PageHeader title={t.title} note={t.note} actions={<Actions />} />
      <Group mb="md">
        <Select
          aria-label={t.currency}
          placeholder={t.anyCurrency}
          data={currencyOptions}
          value={currency ?? null}
          onChange={(value) => change({ currency: value ?? undefined })}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t.anyCurrency }}
          nothingFoundMessage={t.noCurrency}
          w={260}
        />
      </Group>
      <KeysetTable
        name="rates"
        label={t.title}
        minWidth={860}
        columns={rateColumns(own, setWrong)}
        query={query}
        rowKey={({ rate_id }) => rate_id}
        onSave={() => saveList('exchange-rates', 'listExchangeRates', { query: { currency } })}
        empty={<NoRates currency={currency} />}
      />
      {wrong && <CorrectRateDialog rate={wrong} own={own} onClose={() => setWrong(null)} />}
      <Outlet />
    </>
  );
}

function Actions() {
  const may = useMay();
  return (
    <Group gap="xs">
      {may('importExchangeRates') && (
        <ButtonLink to="/exchange-rates/import" variant="default" leftSection={<IconUpload size={16} />}>
          {t.import}
        </ButtonLink>
      )}
      {may('createExchangeRate') && (
        <ButtonLink to="/exchange-rates/new" search={true} leftSection={<IconPlus size={16} />}>
          {t.add}
        </ButtonLink>
      )}
    </Group>
  );
}

function NoRates({ currency }: { currency: string | undefined }) {
  const change = useChangeSearch<RatesSearch>();
  if (!currency)
    return (
      <EmptyState icon={<IconCash size={26} />} title={t.none} action={<Actions />}>
        {t.noneText}
      </EmptyState>
    );
  return (
    <NoMatch
      icon={<IconCash size={26} />}
      title={t.noneFor(currency)}
      clear={t.clear}
      onClear={() => change({ currency: undefined })}
    >
      {t.noneForText(currency)}
    </NoMatch>
  );
}
