import { Badge, ScrollArea, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { bridge } from '../../client/bridge.ts';
import { notifySaved } from '../../client/notify.ts';
import { formatCount } from '../../lib/format.ts';
import { imports as t } from '../../texts/imports.ts';
import { FigureCard } from '../figure-card.tsx';
import { HeadWithSave } from '../save-button.tsx';
import { type Column, TableFrame } from '../table-frame.tsx';
import type { ImportFile } from './import-file.ts';
import type { Preview, RefusedRow } from './import-types.ts';
import { nameFields } from './name-fields.ts';
import { refusedCsv } from './refused-csv.ts';

type Row = Preview['rows'][number];
const COLORS = { new: 'teal', changed: 'blue', unchanged: 'gray', refused: 'red' } as const;

interface ImportPreviewProps {
  file: ImportFile;
  preview: Preview;
  /** Whether an import can change existing data; an import of codes only adds codes. */
  canChange: boolean;
  /** The Portal's names for the fields. */
  fieldNames: Record<string, string>;
  /** The name of the only column, if the file is a plain list that may have no header. */
  onlyColumn?: string | undefined;
}

/** Shows what the import would do: counts, refused rows with their reasons, and the first rows of the file. */
export function ImportPreview({ file, preview, canChange, ...names }: ImportPreviewProps) {
  const { fieldNames } = names;
  const { refused, refused_total, rows } = preview;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: canChange ? 4 : 3 }} spacing="md">
        <FigureCard label={t.figures.new} value={formatCount(preview.new)} />
        {canChange && <FigureCard label={t.figures.changed} value={formatCount(preview.changed)} />}
        <FigureCard label={t.figures.unchanged} value={formatCount(preview.unchanged)} />
        <FigureCard label={t.figures.refused} value={formatCount(refused_total)} />
      </SimpleGrid>
      {refused_total > 0 && <RefusedRows file={file} refused={refused} total={refused_total} {...names} />}
      {rows.length > 0 && (
        <section aria-label={t.rows}>
          <Title order={3} size="h5" mb="xs">
            {t.rows}
            <Text span size="xs" c="dimmed" ml={8} fw={400}>
              {t.firstRows(rows.length)}
            </Text>
          </Title>
          <TableFrame
            label={t.rows}
            columns={columnsOf(rows, fieldNames)}
            rows={rows}
            rowKey={({ line }) => line}
            minWidth={860}
          />
        </section>
      )}
    </Stack>
  );
}

/** Returns the columns of the file, in the order in which its rows first fill them. */
function columnsOf(rows: readonly Row[], fieldNames: Record<string, string>): Column<Row>[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  return [
    { key: 'line', header: t.line, width: 70, render: ({ line }) => formatCount(line) },
    {
      key: 'result',
      header: t.result,
      width: 200,
      render: ({ result, detail, changes }) => (
        <>
          <Badge color={COLORS[result]} miw="max-content">
            {t.results[result]}
          </Badge>
          {changes.length > 0 && (
            <Text size="xs" c="dimmed">
              {changes.map((name) => fieldNames[name] ?? name).join(', ')}
            </Text>
          )}
          {detail && (
            <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
              <bdi>{nameFields(detail, fieldNames)}</bdi>
            </Text>
          )}
        </>
      ),
    },
    ...names.map((name) => ({
      key: name,
      header: name,
      render: ({ values }: Row) => (
        <Text inherit component="bdi" lineClamp={2} title={values[name]} style={{ overflowWrap: 'anywhere' }}>
          {values[name] ?? ''}
        </Text>
      ),
    })),
  ];
}

interface RefusedRowsProps extends Pick<ImportPreviewProps, 'file' | 'fieldNames' | 'onlyColumn'> {
  refused: readonly RefusedRow[];
  total: number;
}

export function RefusedRows({ file, refused, total, fieldNames, onlyColumn }: RefusedRowsProps) {
  const save = async () => {
    const bytes = new TextEncoder().encode(refusedCsv(file.text, refused, onlyColumn));
    notifySaved(await bridge.saveFile(t.refusedFile, bytes, 'text/csv'));
  };
  return (
    <section className="card" style={{ padding: 20 }} aria-label={t.refused}>
      <HeadWithSave
        title={
          <>
            {t.refused}
            {refused.length < total && (
              <Text span size="xs" c="dimmed" ml={8} fw={400}>
                {t.refusedShown(refused.length, total)}
              </Text>
            )}
          </>
        }
        order={3}
        note={t.saveHint}
        save={{ label: t.saveRefused, onSave: save }}
      />
      <ScrollArea.Autosize mah={320} mt="xs" type="auto">
        <table aria-label={t.refused} style={{ width: '100%', borderSpacing: '0 4px' }}>
          <thead>
            <tr>
              <Text component="th" scope="col" size="xs" c="dimmed" ta="left" w={80}>
                {t.line}
              </Text>
              <Text component="th" scope="col" size="xs" c="dimmed" ta="left">
                {t.reason}
              </Text>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, detail }) => (
              <tr key={line}>
                <Text component="td" size="sm">
                  {formatCount(line)}
                </Text>
                <Text component="td" size="sm" style={{ overflowWrap: 'anywhere' }}>
                  <bdi>{nameFields(detail, fieldNames)}</bdi>
                </Text>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
    </section>
  );
}
