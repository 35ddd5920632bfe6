import { Badge, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { FigureCard } from '../../../components/figure-card.tsx';
import { type Column, TableFrame } from '../../../components/table-frame.tsx';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { payoutResults as t } from '../../../texts/payout-results.ts';
import { nameOf } from '../statement-cells.tsx';
import type { ResultPreview } from './results-queries.ts';

type Line = ResultPreview['lines'][number];
type OpenStatement = ResultPreview['without_result']['first'][number];

const COLORS = {
  ...{ refused: 'red', returned: 'orange', failed: 'orange' },
  ...{ paid: 'teal', unchanged: 'gray', ignored: 'gray' },
} as const;

const lineColumns: Column<Line>[] = [
  { key: 'line', header: t.line, width: '7%', render: ({ line }) => formatCount(line) },
  {
    key: 'result',
    header: t.result,
    width: '30%',
    render: ({ outcome, code, detail }) => (
      <>
        <Badge color={COLORS[outcome]} miw="max-content">
          {t.outcomes[outcome]}
        </Badge>
        {code && (
          <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{t.fault(code, detail ?? '')}</bdi>
          </Text>
        )}
      </>
    ),
  },
  { key: 'creator', header: t.creator, render: ({ statement }) => statement && <bdi>{nameOf(statement)}</bdi> },
  {
    key: 'reference',
    header: t.reference,
    render: ({ statement }) => statement && <span className="mono">{statement.reference}</span>,
  },
  {
    key: 'payable',
    header: t.payable,
    align: 'right',
    render: ({ statement }) => statement && formatMoney(statement.payable),
  },
  { key: 'why', header: t.why, width: '26%', render: ({ reason }) => reason && <bdi>{reason}</bdi> },
];

const openColumns: Column<OpenStatement>[] = [
  { key: 'creator', header: t.creator, render: (row) => <bdi>{nameOf(row)}</bdi> },
  { key: 'reference', header: t.reference, render: ({ reference }) => <span className="mono">{reference}</span> },
  { key: 'payable', header: t.payable, align: 'right', render: ({ payable }) => formatMoney(payable) },
];

/** Shows what the import would do: sums, the lines of the file, and the statements that the file does not name. */
export function ResultsPreview({ preview }: { preview: ResultPreview }) {
  const { paid, failed, unchanged, ignored, refused, without_result, lines } = preview;
  const skipped = [unchanged > 0 && t.unchanged(unchanged), ignored > 0 && t.ignored(ignored)].filter(Boolean);
  const total = refused + paid.statements + failed.statements + unchanged + ignored;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
        <FigureCard label={t.figures.paid} value={formatMoney(paid.payable)} note={t.ofStatements(paid.statements)} />
        <FigureCard
          label={t.figures.failed}
          value={formatMoney(failed.payable)}
          note={t.ofStatements(failed.statements)}
        />
        <FigureCard label={t.figures.refused} value={formatCount(refused)} note={skipped.join(', ')} />
        <FigureCard
          label={t.figures.without}
          value={formatMoney(without_result.payable)}
          note={t.ofStatements(without_result.statements)}
        />
      </SimpleGrid>
      <section aria-label={t.list}>
        <Title order={3} size="h5" mb="xs">
          {t.list}
          {lines.length < total && (
            <Text span size="xs" c="dimmed" ml={8} fw={400}>
              {t.firstLines(lines.length, total)}
            </Text>
          )}
        </Title>
        <TableFrame
          label={t.list}
          columns={lineColumns}
          rows={lines}
          rowKey={({ line }) => line}
          minWidth={820}
          isPlain
        />
      </section>
      {without_result.statements > 0 && <WithoutResult of={without_result} />}
    </Stack>
  );
}

const WithoutResult = ({ of: { first, statements } }: { of: ResultPreview['without_result'] }) => (
  <section aria-label={t.withoutTitle}>
    <Title order={3} size="h5">
      {t.withoutTitle}
    </Title>
    <Text size="sm" c="dimmed" mb="xs">
      {t.withoutNote(statements)}
    </Text>
    <TableFrame
      label={t.withoutTitle}
      columns={openColumns}
      rows={first}
      rowKey={({ statement_id }) => statement_id}
      minWidth={480}
      isPlain
    />
    {statements > first.length && (
      <Text size="sm" c="dimmed" mt={4}>
        {t.more(statements - first.length)}
      </Text>
    )}
  </section>
);
