import { Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../../../components/copy-button.tsx';
import { Hint } from '../../../components/hint.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { formatCount, formatMoney, type Money } from '../../../lib/format.ts';
import { payoutChecks as checks } from '../../../texts/payout-checks.ts';
import { add, subtract } from '../money-difference.ts';
import { type CsvLayout, type FullRun, saveRunCsv } from '../payouts-queries.ts';
import { type Reconciliation, reconciliationQuery } from './reconciliation-queries.ts';

const t = checks.files;
const SHOWN_CHARACTERS = 12;
const PAYING = ['paypal', 'wise', 'bank'] as const;
const BOOKS = ['finance', 'excel', 'lines', 'lines_with_currencies'] as const;

/** Lists a run's files with their row counts and amounts. The SHA-256 hash proves that a file has not changed. */
export function RunFiles({ run }: { run: FullRun }) {
  const { data } = useQuery(reconciliationQuery(run.run_id));
  if (!run.csv_sha256) return null;
  const lock = lockOf(run.status);
  const fileOf = (layout: CsvLayout) => data?.files.find((file) => file.layout === layout);
  const rows: Record<(typeof BOOKS)[number], number | null | undefined> = {
    finance: run.totals?.creators,
    excel: run.totals?.creators,
    lines: data?.lines,
    lines_with_currencies: null,
  };
  return (
    <section className="card" style={{ padding: '16px 20px' }} aria-label={t.label}>
      <Text size="sm" c="dimmed" mb="xs">
        {t.note}
      </Text>
      <Table.ScrollContainer minWidth={820} scrollAreaProps={{ type: 'auto' }}>
        <Table aria-label={t.label} verticalSpacing={6} horizontalSpacing={8}>
          <Heads />
          <Table.Tbody>
            <GroupRow name={lock ? `${t.paying} · ${lock}` : t.paying} />
            {PAYING.map((layout) => (
              <FileRow
                key={layout}
                run={run}
                layout={layout}
                rows={fileOf(layout)?.creators}
                amount={fileOf(layout)?.payable}
                isLocked={lock !== null}
              />
            ))}
            {data && <Sums reconciliation={data} />}
            <GroupRow name={t.books} />
            {BOOKS.map((layout) => (
              <FileRow key={layout} run={run} layout={layout} rows={rows[layout]} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}

/** Returns the reason why the run's payment files must not be paid; null if there is none. */
function lockOf(status: FullRun['status']): string | null {
  if (status === 'void') return t.lockedVoid;
  return status === 'draft' ? t.lockedDraft : null;
}

const Heads = () => (
  <Table.Thead>
    <Table.Tr>
      <Table.Th w={100}>{t.file}</Table.Th>
      <Table.Th>{t.content}</Table.Th>
      <Table.Th w={70} ta="right">
        {t.rows}
      </Table.Th>
      <Table.Th w={120} ta="right">
        {t.amount}
      </Table.Th>
      <Table.Th w={170} ta="right">
        SHA-256
      </Table.Th>
      <Table.Th w={130} aria-hidden className="stays" />
    </Table.Tr>
  </Table.Thead>
);

const GroupRow = ({ name }: { name: string }) => (
  <Table.Tr>
    <Table.Th colSpan={6} scope="rowgroup" fz="xs" c="dimmed" pt="md">
      {name}
    </Table.Th>
  </Table.Tr>
);

/** Shows the sum of the payment files, and the rest of the payable amount. */
function Sums({ reconciliation: { files, payable } }: { reconciliation: Reconciliation }) {
  const zero = subtract(payable, payable);
  const inFiles = files.reduce((sum, file) => add(sum, file.payable), zero);
  const sums: [string, Money][] = [
    [t.inFiles, inFiles],
    [t.outside, subtract(payable, inFiles)],
  ];
  return sums.map(([label, sum]) => (
    <Table.Tr key={label}>
      <Table.Td colSpan={3} ta="right" c="dimmed">
        {label}
      </Table.Td>
      <Table.Td ta="right" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {formatMoney(sum)}
      </Table.Td>
      <Table.Td colSpan={2} />
    </Table.Tr>
  ));
}

interface FileRowProps {
  run: FullRun;
  layout: CsvLayout;
  /** The number of rows: undefined while it loads; null if the rows are not counted. */
  rows: number | null | undefined;
  /** The sum of the payments in the file. */
  amount?: Money | undefined;
  isLocked?: boolean;
}

function FileRow({ run, layout, rows, amount, isLocked = false }: FileRowProps) {
  const label = t.names[layout];
  const isZip = run.csv_zipped.includes(layout);
  const format = isZip ? t.zipButton : t.csv;
  return (
    <Table.Tr>
      <Table.Td fw={600}>{label}</Table.Td>
      <Table.Td>
        <Text size="sm" c="dimmed">
          {t.about[layout]}
          {isZip && t.zip}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{rows === undefined ? '…' : rows !== null && formatCount(rows)}</Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {amount && formatMoney(amount)}
      </Table.Td>
      <Table.Td>
        <Hash label={label} sha256={run.csv_sha256?.[layout]} />
      </Table.Td>
      <Table.Td ta="right" className="stays">
        <SaveButton
          label={format}
          aria-label={t.save(label, format)}
          fullWidth
          disabled={isLocked}
          onSave={() => saveRunCsv(run, layout)}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** Shows a file's hash. There is none if the run is older than the file's layout. */
const Hash = ({ label, sha256 }: { label: string; sha256: string | undefined }) => (
  <Group gap={4} wrap="nowrap" justify="flex-end">
    {sha256 ? (
      <>
        <Text size="xs" c="dimmed" className="mono" title={sha256}>
          {sha256.slice(0, SHOWN_CHARACTERS)}…
        </Text>
        <CopyButton value={sha256} label={t.copy(label)} />
      </>
    ) : (
      <Hint label={t.noHashWhy} multiline maw={280}>
        <Text size="xs" c="dimmed">
          {t.noHash}
        </Text>
      </Hint>
    )}
  </Group>
);
