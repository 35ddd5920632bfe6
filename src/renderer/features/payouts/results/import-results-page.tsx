import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { BackLink } from '../../../components/back-link.tsx';
import { FileChoice } from '../../../components/file-choice.tsx';
import { type ImportFile, readImportFile } from '../../../components/import-wizard/import-file.ts';
import { LeaveGuard } from '../../../components/leave-guard.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ErrorState } from '../../../components/states.tsx';
import { imports } from '../../../texts/imports.ts';
import { payoutResults as t } from '../../../texts/payout-results.ts';
import { payouts } from '../../../texts/payouts.ts';
import { runQuery, takesResults } from '../payouts-queries.ts';
import { MappingFields } from './mapping-fields.tsx';
import { type Draft, draftOf, EMPTY, fits, guessReference, keptFor, type Table, tableOf } from './result-mapping.ts';
import { type Imported, sourcesQuery } from './results-queries.ts';
import { ResultsStep } from './results-step.tsx';

/** Imports a result file into an exported or paid run, after a preview. */
export function ImportResultsPage() {
  const { runId } = useParams({ from: '/payouts/$runId/results' });
  const run = useQuery(runQuery(Number(runId), {}));
  const sources = useQuery(sourcesQuery);
  const error = run.error ?? sources.error;
  const retry = () => void Promise.all([run.refetch(), sources.refetch()]);
  return (
    <>
      <PageHeader title={t.title} note={t.note(Number(runId))} back={<RunLink runId={Number(runId)} />} />
      {error ? (
        <ErrorState error={error} onRetry={retry} isRetrying={run.isFetching || sources.isFetching} />
      ) : run.data && sources.data ? (
        takesResults(run.data) ? (
          <Importing runId={run.data.run_id} />
        ) : (
          <Alert color="gray" variant="light">
            {t.notYet}
          </Alert>
        )
      ) : (
        <Skeleton h={140} radius="lg" aria-busy aria-label={imports.looking} />
      )}
    </>
  );
}

const RunLink = ({ runId }: { runId: number }) => (
  <BackLink to="/payouts/$runId" params={{ runId: String(runId) }} label={payouts.run.title(runId)} />
);

type Chosen = ImportFile & { id: number; table: Table };
let files = 0;

function Importing({ runId }: { runId: number }) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const [file, setFile] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [imported, setImported] = useState<Imported | null>(null);
  const choose = async (chosen: File) => {
    const read = await readImportFile(chosen);
    const table = 'fault' in read ? null : tableOf(read.text);
    files += 1;
    setFault('fault' in read ? read.fault : table ? null : t.noHeader);
    setFile('fault' in read || !table ? null : { ...read, table, id: files });
    if (!table) return;
    const [known, ...others] = sources.filter((source) => fits(source, table));
    if (draft.source === '' && known && others.length === 0) setDraft(draftOf(known, table));
    else {
      const kept = keptFor(draft, table);
      setDraft({ ...kept, columns: { ...guessReference(table, runId), ...kept.columns } });
    }
  };
  const startAgain = () => {
    setImported(null);
    setFile(null);
  };
  if (imported) return <Done runId={runId} imported={imported} onAgain={startAgain} />;
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={file !== null} />
      <Stack className="card" p="lg" gap="md" component="section" aria-label={imports.file}>
        <FileChoice
          accept=".csv,.tsv,.txt,text/csv"
          label={file ? imports.another : imports.choose}
          note={file?.name ?? imports.drop}
          onFile={(chosen) => void choose(chosen)}
        />
        {fault && (
          <Alert color="red" variant="light" role="alert">
            {fault}
          </Alert>
        )}
        {!file && (
          <Text size="sm" c="dimmed">
            {t.fileHelp}
          </Text>
        )}
      </Stack>
      {file && (
        <>
          <MappingFields table={file.table} sources={sources} draft={draft} onChange={setDraft} />
          <ResultsStep runId={runId} file={file} draft={draft} onImported={setImported} />
        </>
      )}
    </Stack>
  );
}

interface DoneProps {
  runId: number;
  imported: Imported;
  onAgain: () => void;
}

const Done = ({ runId, imported: { paid, failed }, onAgain }: DoneProps) => (
  <Stack gap="md">
    <Alert color="teal" variant="light" role="status">
      {t.done(paid.statements, failed.statements)}
    </Alert>
    <Group>
      <ButtonLink to="/payouts/$runId" params={{ runId: String(runId) }}>
        {t.toRun}
      </ButtonLink>
      {failed.statements > 0 && (
        <ButtonLink
          to="/payouts/$runId"
          params={{ runId: String(runId) }}
          search={{ show: 'failed' }}
          variant="default"
        >
          {t.showFailed}
        </ButtonLink>
      )}
      <Button variant="default" onClick={onAgain}>
        {t.another}
      </Button>
    </Group>
  </Stack>
);
