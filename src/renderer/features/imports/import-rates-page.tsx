import { Alert, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { BackLink } from '../../components/back-link.tsx';
import type { ImportQuery, KeptOf } from '../../components/import-wizard/import-types.ts';
import { ImportWizard } from '../../components/import-wizard/import-wizard.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { imports } from '../../texts/imports.ts';
import { texts } from '../../texts/texts.ts';

const t = imports.rates;
type Kept = KeptOf<'importExchangeRates'>;

const COLUMNS = ['currency', 'valid_from', 'rate'] as const;

const send = (csv: string, query: ImportQuery) => ask('importExchangeRates', { query, body: { csv } });

/** Imports exchange rates from a CSV file. */
export function ImportRatesPage() {
  const queries = useQueryClient();
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        back={<BackLink to="/exchange-rates" label={texts.shell.screens.exchangeRates} />}
      />
      <ImportWizard<Kept>
        columns={COLUMNS.map((name) => ({ name, meaning: t.help[name], isNeeded: true }))}
        example={{
          name: t.exampleFile,
          rows: [COLUMNS, ['EUR', '2026-11-20', '1.085'], ['JPY', '2026-11-20', '0.0065']],
        }}
        send={send}
        canChange
        fieldNames={t.fields}
        showResult={(kept) => <Imported kept={kept} />}
        onKept={() => void queries.invalidateQueries({ queryKey: ['exchange-rates'] })}
      />
    </>
  );
}

const Imported = ({ kept: { created, unchanged } }: { kept: Kept }) => (
  <Stack gap="sm">
    <Alert color="teal" variant="light" role="status">
      {t.done(created, unchanged)}
    </Alert>
    <Group>
      <ButtonLink to="/exchange-rates">{t.open}</ButtonLink>
    </Group>
  </Stack>
);
