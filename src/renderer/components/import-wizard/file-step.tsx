import { Alert, Badge, Stack, Table } from '@mantine/core';
import { bridge } from '../../client/bridge.ts';
import { notifySaved } from '../../client/notify.ts';
import { writeCsv } from '../../lib/csv.ts';
import { imports as t } from '../../texts/imports.ts';
import { FileChoice } from '../file-choice.tsx';
import { HeadWithSave } from '../save-button.tsx';
import type { ImportFile } from './import-file.ts';
import type { ImportColumn } from './import-types.ts';

interface FileStepProps {
  columns: readonly ImportColumn[];
  example: { name: string; rows: readonly (readonly string[])[] };
  /** Whether the file can be a list without a header. */
  isList: boolean;
  file: ImportFile | null;
  /** The reason why the chosen file cannot be sent. */
  fault: string | null;
  onFile: (file: File) => void;
}

/** Lets the user choose a file. Until then, it describes the columns that the file can contain. */
export function FileStep({ columns, example, isList, file, fault, onFile }: FileStepProps) {
  const saveExample = async () =>
    notifySaved(await bridge.saveFile(example.name, new TextEncoder().encode(writeCsv(example.rows)), 'text/csv'));
  return (
    <Stack className="card" p="lg" gap="md" component="section" aria-label={t.file}>
      <FileChoice
        accept=".csv,.tsv,.txt,text/csv"
        label={file ? t.another : isList ? t.chooseList : t.choose}
        note={file?.name ?? t.drop}
        onFile={onFile}
      />
      {fault && (
        <Alert color="red" variant="light" role="alert">
          {fault}
        </Alert>
      )}
      {!file && (
        <>
          <HeadWithSave
            title={t.columns}
            order={2}
            id="columns-title"
            note={t.columnsNote}
            save={{ label: t.example, onSave: saveExample }}
          />
          <Table aria-labelledby="columns-title" verticalSpacing={6} horizontalSpacing={0}>
            <Table.Tbody>
              {columns.map(({ name, meaning, isNeeded }) => (
                <Table.Tr key={name}>
                  <Table.Th
                    scope="row"
                    w={{ base: 150, sm: 220 }}
                    pr="xs"
                    fw={500}
                    style={{ overflowWrap: 'anywhere' }}
                  >
                    <span className="mono">{name}</span>{' '}
                    {isNeeded && (
                      <Badge size="sm" color="gray">
                        {t.needed}
                      </Badge>
                    )}
                  </Table.Th>
                  <Table.Td>{meaning}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
    </Stack>
  );
}
