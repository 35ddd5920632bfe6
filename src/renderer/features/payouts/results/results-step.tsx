import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FormProblem } from '../../../components/form-problem.tsx';
import { imports } from '../../../texts/imports.ts';
import { payoutResults as t } from '../../../texts/payout-results.ts';
import { type Draft, mappingOf, type Table } from './result-mapping.ts';
import { ResultsPreview } from './results-preview.tsx';
import {
  type Imported,
  importResults,
  previewResults,
  type ResultPreview,
  type ResultRequest,
  SOURCES_KEY,
} from './results-queries.ts';

const WAIT_MS = 400;

interface ResultsStepProps {
  runId: number;
  file: { id: number; text: string; table: Table };
  draft: Draft;
  onImported: (imported: Imported) => void;
}

/** Shows the preview of a file once its mapping is complete, and the button to import it. */
export function ResultsStep({ runId, file, draft, onImported }: ResultsStepProps) {
  const queries = useQueryClient();
  const mapping = mappingOf(draft, file.table);
  const present = JSON.stringify(mapping);
  const [asked] = useDebouncedValue(present, WAIT_MS);
  const request = mapping && { source: draft.source.trim(), mapping, csv: file.text };
  const look = useQuery({
    queryKey: ['payout-results', runId, file.id, asked],
    queryFn: () => (request ? previewResults(runId, request) : null),
    enabled: request !== null && asked === present,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const keep = useMutation({
    mutationFn: (body: ResultRequest) => importResults(runId, body),
    onSuccess: async (imported) => {
      onImported(imported);
      await Promise.all([['payout-runs'], SOURCES_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    // The statements may have changed, so the preview loads again.
    onError: () => look.refetch(),
  });
  if (!request)
    return (
      <Text size="sm" c="dimmed">
        {t.incomplete}
      </Text>
    );
  return (
    <Stack gap="md" component="section" aria-labelledby="preview-title">
      <Group gap="xs" align="baseline">
        <Title order={2} size="h4" id="preview-title">
          {t.preview}
        </Title>
        <Text size="sm" c="dimmed">
          {imports.nothingKept}
        </Text>
      </Group>
      {look.error ? (
        <FormProblem error={look.error} />
      ) : look.data && asked === present ? (
        <>
          <Verdict preview={look.data} isBusy={keep.isPending} onKeep={() => keep.mutate(request)} />
          <FormProblem error={keep.error} />
          <ResultsPreview preview={look.data} />
        </>
      ) : (
        <Skeleton h={220} radius="lg" aria-busy aria-label={imports.looking} />
      )}
    </Stack>
  );
}

interface VerdictProps {
  preview: ResultPreview;
  isBusy: boolean;
  onKeep: () => void;
}

/** Shows whether the file can be imported, and the button to import it. */
function Verdict({ preview: { refused, paid, failed }, isBusy, onKeep }: VerdictProps) {
  if (refused > 0)
    return (
      <Alert color="red" variant="light" role="alert">
        {t.refusedAll(refused)}
      </Alert>
    );
  if (paid.statements + failed.statements === 0)
    return (
      <Alert color="gray" variant="light" role="status">
        {t.nothingToDo}
      </Alert>
    );
  return (
    <Stack gap="sm">
      {failed.statements > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {t.voids(failed.statements)}
        </Alert>
      )}
      <Group>
        <Button loading={isBusy} onClick={onKeep}>
          {t.import}
        </Button>
      </Group>
    </Stack>
  );
}
