import { Alert, Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { bridge } from '../../lib/bridge.ts';
import { writeCsv } from '../../lib/csv.ts';
import { notifySaved } from '../../lib/notify.ts';
import { imports as t } from '../../texts/imports.ts';
import { FileChoice } from '../file-choice.tsx';
import { IconDownload } from '../icons.tsx';
import type { ImportFile } from './import-file.ts';
import type { ImportColumn } from './import-types.ts';

interface FileStepProps {
  columns: readonly ImportColumn[];
  example: { name: string; rows: readonly (readonly string[])[] };
  file: ImportFile | null;
  /** Why the chosen file cannot be sent. */
  fault: string | null;
  onFile: (file: File) => void;
}

/** The choice of the file; until one is chosen, what it may contain. */
export function FileStep({ columns, example, file, fault, onFile }: FileStepProps) {
  const saveExample = async () =>
    notifySaved(await bridge.saveFile(example.name, new TextEncoder().encode(writeCsv(example.rows)), 'text/csv'));
  return (
    <Stack className="card" p="lg" gap="md" component="section" aria-label={t.file}>
      <FileChoice
        accept=".csv,.tsv,.txt,text/csv"
        label={file ? t.another : t.choose}
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
          <Group justify="space-between" align="flex-start">
            <div>
              <Title order={2} size="h5" id="columns-title">
                {t.columns}
              </Title>
              <Text size="sm" c="dimmed">
                {t.columnsNote}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void saveExample()}
            >
              {t.example}
            </Button>
          </Group>
          <Table aria-labelledby="columns-title" verticalSpacing={6} horizontalSpacing={0}>
            <Table.Tbody>
              {columns.map(({ name, meaning, isNeeded }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row" w={220} fw={500}>
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
