import { Alert, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../../client/ask.ts';
import { KEY_POOLS, keyPoolQuery } from '../../client/key-pools.ts';
import { BackLink } from '../../components/back-link.tsx';
import type { ImportQuery, KeptOf } from '../../components/import-wizard/import-types.ts';
import { ImportWizard } from '../../components/import-wizard/import-wizard.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { keyPools } from '../../texts/key-pools.ts';

const t = keyPools.upload;
/** This is less than the daemon's limit for the request, because the text becomes slightly longer as JSON. */
const MOST_BYTES = 60_000_000;
type Kept = KeptOf<'addPoolKeys'>;

/** Adds the keys of a file to a pool. */
export function AddKeysPage() {
  const { poolId } = useParams({ from: '/key-pools/$poolId/add' });
  const pool = useQuery(keyPoolQuery(Number(poolId))).data;
  const queries = useQueryClient();
  const send = (csv: string, query: ImportQuery) =>
    ask('addPoolKeys', { params: { pool_id: poolId }, query, body: { csv } });
  return (
    <>
      <PageHeader
        title={t.title}
        note={t.note}
        back={<BackLink to="/key-pools/$poolId" params={{ poolId }} label={pool?.name ?? keyPools.title} />}
      />
      <ImportWizard<Kept>
        columns={[{ name: 'key', meaning: t.help.key, isNeeded: true }]}
        example={{ name: t.exampleFile, rows: [['key'], ['AAAAA-BBBBB-CCCCC'], ['DDDDD-EEEEE-FFFFF']] }}
        send={send}
        canChange={false}
        fieldNames={t.fields}
        onlyColumn="key"
        mostBytes={MOST_BYTES}
        showResult={(kept) => <Added kept={kept} />}
        onKept={() => void queries.invalidateQueries({ queryKey: KEY_POOLS })}
      />
    </>
  );
}

const Added = ({ kept: { added, pool } }: { kept: Kept }) => (
  <Stack gap="sm">
    <Alert color="teal" variant="light" role="status">
      {t.done(added, pool.keys_left)}
    </Alert>
    <Group>
      <ButtonLink to="/key-pools/$poolId" params={{ poolId: String(pool.pool_id) }}>
        {t.open}
      </ButtonLink>
    </Group>
  </Stack>
);
