import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { useMay } from '../../client/session.ts';
import { BackLink } from '../../components/back-link.tsx';
import type { ImportQuery, KeptOf } from '../../components/import-wizard/import-types.ts';
import { ImportWizard } from '../../components/import-wizard/import-wizard.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { imports } from '../../texts/imports.ts';
import { texts } from '../../texts/texts.ts';

const t = imports.creators;
type Kept = KeptOf<'importCreators'>;

const OPEN = ['creator_id', 'display_name', 'email', 'commission_percent', 'status'] as const;
const PAYOUT = ['payout_method', 'payout_address'] as const;
const EXAMPLES: Record<(typeof OPEN | typeof PAYOUT)[number], string> = {
  creator_id: 'creator-42',
  display_name: 'Anna',
  email: 'anna@example.com',
  commission_percent: '12.5',
  status: 'active',
  payout_method: 'paypal',
  payout_address: 'anna@example.com',
};

const send = (csv: string, query: ImportQuery) => ask('importCreators', { query, body: { csv } });

/** Imports new and changed creators from a CSV file. */
export function ImportCreatorsPage() {
  const queries = useQueryClient();
  // Only roles that may see the history of payout details can import payout details.
  const names = useMay()('listPayoutDetailChanges') ? [...OPEN, ...PAYOUT] : OPEN;
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        back={<BackLink to="/creators" label={texts.shell.screens.creators} />}
      />
      <ImportWizard<Kept>
        columns={names.map((name) => ({ name, meaning: t.help[name], isNeeded: name === 'creator_id' }))}
        example={{ name: t.exampleFile, rows: [names, names.map((name) => EXAMPLES[name])] }}
        send={send}
        canChange
        fieldNames={t.fields}
        showResult={(kept) => <Imported kept={kept} />}
        onKept={() => void queries.invalidateQueries({ queryKey: ['creators'] })}
      >
        <Text size="sm" c="dimmed">
          {t.blank}
        </Text>
      </ImportWizard>
    </>
  );
}

const Imported = ({ kept: { created, updated, unchanged } }: { kept: Kept }) => (
  <Stack gap="sm">
    <Alert color="teal" variant="light" role="status">
      {t.done(created, updated, unchanged)}
    </Alert>
    <Group>
      <ButtonLink to="/creators">{t.open}</ButtonLink>
    </Group>
  </Stack>
);
