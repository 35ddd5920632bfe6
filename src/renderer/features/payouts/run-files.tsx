import { Button, Group, Table, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CopyButton } from '../../components/copy-button.tsx';
import { CSV_LAYOUTS, type CsvLayout, LAYOUTS, type PayoutRun, saveRunCsv } from '../../lib/payouts.ts';

const SHOWN_CHARACTERS = 12;

/** The files of the run. Their bytes never change; the SHA-256 proves it. */
export function RunFiles({ run }: { run: PayoutRun }) {
  if (!run.csv_sha256) return null;
  return (
    <section className="card" style={{ padding: '16px 20px' }} aria-label="Files">
      <Text size="sm" c="dimmed" mb="xs">
        A file has the same bytes each time you save it. Compare its SHA-256 with the file that you pay from.
      </Text>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto' }}>
        <Table aria-label="Files of the run" verticalSpacing={6} horizontalSpacing={8}>
          <Table.Tbody>
            {CSV_LAYOUTS.map((layout) => (
              <FileRow key={layout} run={run} layout={layout} sha256={run.csv_sha256?.[layout] ?? ''} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

function FileRow({ run, layout, sha256 }: { run: PayoutRun; layout: CsvLayout; sha256: string }) {
  const { label, about } = LAYOUTS[layout];
  const isZip = run.csv_zipped.includes(layout);
  const save = useMutation({ mutationFn: () => saveRunCsv(run, layout) });
  return (
    <Table.Tr>
      <Table.Td w={90} fw={600}>
        {label}
      </Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed">
          {about}
          {isZip && ', as a ZIP with a list of the creators it leaves out'}
        </Text>
      </Table.Td>
      <Table.Td w={190}>
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <Text size="xs" c="dimmed" className="mono" title={sha256}>
            {sha256.slice(0, SHOWN_CHARACTERS)}…
          </Text>
          <CopyButton value={sha256} label={`Copy the SHA-256 of the ${label} file`} />
        </Group>
      </Table.Td>
      <Table.Td w={130} ta="right">
        <Button
          size="xs"
          variant="default"
          fullWidth
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Save the ${label} file`}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {isZip ? 'Save ZIP' : 'Save CSV'}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
