import { Alert, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { imports as t } from '../../texts/imports.ts';
import { FormProblem } from '../form-problem.tsx';
import { LeaveGuard } from '../leave-guard.tsx';
import { FileStep } from './file-step.tsx';
import { type ImportFile, readImportFile } from './import-file.ts';
import { ImportPreview, RefusedRows } from './import-preview.tsx';
import type { ImportColumn, ImportQuery, Preview, RefusedRow } from './import-types.ts';

const WAIT_MS = 400;

/** The refused rows that the response to an import may contain. */
interface Kept {
  refused?: RefusedRow[] | undefined;
  refused_total?: number | undefined;
}

interface ImportWizardProps<Answer extends Kept> {
  columns: readonly ImportColumn[];
  example: { name: string; rows: readonly (readonly string[])[] };
  /** The values that the import takes in addition to the file. A change requires a new preview. */
  fields?: object;
  /** Null while the fields are not valid. */
  send: ((csv: string, query: ImportQuery) => Promise<Answer | Preview>) | null;
  /** The inputs for the fields. */
  children?: ReactNode;
  canChange: boolean;
  /** The Portal's names for the file's columns. */
  fieldNames: Record<string, string>;
  /** The name of the only column, if the file is a plain list that may have no header. */
  onlyColumn?: string;
  /** The maximum size of the file, if it is larger than for other imports. */
  mostBytes?: number;
  onFile?: (file: ImportFile | null) => void;
  showResult: (answer: Answer) => ReactNode;
  onKept: (answer: Answer) => void;
}

const isPreview = (answer: object): answer is Preview => 'importable' in answer;
let files = 0;

/** Imports a CSV file, or only its valid rows. Nothing is stored until the user has seen a preview and confirmed it. */
export function ImportWizard<Answer extends Kept>(props: ImportWizardProps<Answer>) {
  const { columns, example, fields = {}, send, children, fieldNames, onlyColumn, showResult, onKept, onFile } = props;
  const [file, setFile] = useState<(ImportFile & { id: number }) | null>(null);
  const take = (taken: typeof file) => {
    setFile(taken);
    onFile?.(taken);
  };
  const [fault, setFault] = useState<string | null>(null);
  const present = JSON.stringify(fields);
  const [asked] = useDebouncedValue(present, WAIT_MS);
  const look = useQuery({
    queryKey: ['imports', file?.id, asked],
    queryFn: async () => {
      const answer = await send?.(file?.text ?? '', { dry_run: 'true' });
      return answer && isPreview(answer) ? answer : null;
    },
    enabled: file !== null && send !== null && asked === present,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const keep = useMutation({
    mutationFn: async (onlyValid: boolean) => {
      const answer = await send?.(file?.text ?? '', onlyValid ? { only_valid: 'true' } : {});
      if (!answer || isPreview(answer)) throw new Error('The import was not carried out');
      return answer;
    },
    onSuccess: onKept,
    // The stored data may have changed, so the preview loads again.
    onError: () => look.refetch(),
  });
  const choose = async (chosen: File) => {
    const read = await readImportFile(chosen, props.mostBytes);
    keep.reset();
    files += 1;
    setFault('fault' in read ? read.fault : null);
    take('fault' in read ? null : { ...read, id: files });
  };
  if (keep.data && file)
    return (
      <Stack gap="md">
        {showResult(keep.data)}
        {keep.data.refused && keep.data.refused_total ? (
          <>
            <Text size="sm">{t.leftOut(keep.data.refused_total)}</Text>
            <RefusedRows
              file={file}
              refused={keep.data.refused}
              total={keep.data.refused_total}
              fieldNames={fieldNames}
              onlyColumn={onlyColumn}
            />
          </>
        ) : null}
        <Group>
          <Button
            variant="default"
            onClick={() => {
              keep.reset();
              take(null);
            }}
          >
            {t.again}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="md">
      <LeaveGuard isDirty={file !== null && !keep.isSuccess} />
      <FileStep
        columns={columns}
        example={example}
        isList={onlyColumn !== undefined}
        file={file}
        fault={fault}
        onFile={(chosen) => void choose(chosen)}
      />
      {children}
      {file && send && (
        <Stack gap="md" component="section" aria-labelledby="preview-title">
          <Group gap="xs" align="baseline">
            <Title order={2} size="h4" id="preview-title">
              {t.preview}
            </Title>
            <Text size="sm" c="dimmed">
              {t.nothingKept}
            </Text>
          </Group>
          {look.error ? (
            <FormProblem error={look.error} />
          ) : look.data && asked === present ? (
            <>
              <Verdict preview={look.data} isBusy={keep.isPending} onKeep={keep.mutate} />
              <FormProblem error={keep.error} />
              <ImportPreview
                file={file}
                preview={look.data}
                canChange={props.canChange}
                fieldNames={fieldNames}
                onlyColumn={onlyColumn}
              />
            </>
          ) : (
            <Skeleton h={220} radius="lg" aria-busy aria-label={t.looking} />
          )}
        </Stack>
      )}
    </Stack>
  );
}

interface VerdictProps {
  preview: Preview;
  isBusy: boolean;
  onKeep: (onlyValid: boolean) => void;
}

/** Shows whether the file can be imported, and the button to import it. */
function Verdict({ preview, isBusy, onKeep }: VerdictProps) {
  const { importable, new: added, changed, unchanged, refused_total, rows } = preview;
  const valid = added + changed + unchanged;
  if (importable === 'nothing')
    return (
      <Alert color="red" variant="light" role="alert">
        {rows.length === 0 ? t.whole : t.noneValid}
      </Alert>
    );
  const button = (label: string, onlyValid: boolean) => (
    <Group>
      <Button loading={isBusy} onClick={() => onKeep(onlyValid)}>
        {label}
      </Button>
    </Group>
  );
  if (importable === 'valid_rows')
    return (
      <Stack gap="sm">
        <Alert color="yellow" variant="light" role="status">
          {t.partly(refused_total)}
        </Alert>
        {added + changed > 0 && button(t.importValid(valid), true)}
      </Stack>
    );
  if (added + changed === 0)
    return (
      <Alert color="gray" variant="light" role="status">
        {t.nothingToDo}
      </Alert>
    );
  return button(t.importAll(valid), false);
}
