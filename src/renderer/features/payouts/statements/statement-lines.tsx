import { Anchor, Table, Text } from '@mantine/core';
import { CreatorLink } from '../../../components/creator-link.tsx';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import type { Statement } from '../payouts-queries.ts';
import { Amount } from '../statement-cells.tsx';

const { sums, lines: t } = payoutStatements;

/** Shows the sum as a written calculation. */
export function Sums({ statement }: { statement: Statement }) {
  const rows = [
    [sums.commission, statement.commission],
    [sums.carriedIn, statement.carried_in],
    [sums.carriedOut, statement.carried_out],
  ] as const;
  return (
    <Table aria-label={sums.label} verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
      <Table.Tbody>
        {rows.map(([label, money]) => (
          <Table.Tr key={label}>
            <Table.Td c="dimmed">{label}</Table.Td>
            <Table.Td ta="right">
              <Amount of={money} />
            </Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr style={{ borderTop: '1px solid var(--portal-line)' }}>
          <Table.Td fw={600}>{sums.payable}</Table.Td>
          <Table.Td ta="right">
            <Amount of={statement.payable} strong />
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

interface LinesProps {
  statement: Statement;
  chosen: number | null;
  onChoose: (lineId: number) => void;
}

export function Lines({ statement: { creator_id, lines }, chosen, onChoose }: LinesProps) {
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t.empty}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label={t.label} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.campaign}</Table.Th>
            <Table.Th ta="right">{t.revenue}</Table.Th>
            <Table.Th ta="right">{t.tier}</Table.Th>
            <Table.Th ta="right">{t.commission}</Table.Th>
            <Table.Th ta="right">{t.payments}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.line_id} bg={line.line_id === chosen ? 'var(--portal-hover)' : undefined}>
              <Table.Td>
                <bdi>{line.campaign_name}</bdi>
                {line.creator_id !== creator_id && (
                  <Text size="xs" c="dimmed">
                    {t.earnedBy} <CreatorLink creator_id={line.creator_id} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" title={t.refunded(formatMoney(line.refunds))}>
                <Amount of={line.revenue} />
              </Table.Td>
              <Table.Td ta="right">{t.percent(line.commission_tier)}</Table.Td>
              <Table.Td ta="right">
                <Amount of={line.commission} />
              </Table.Td>
              <Table.Td ta="right">
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  aria-pressed={line.line_id === chosen}
                  aria-label={t.show(line.payments, line.campaign_name)}
                  onClick={() => onChoose(line.line_id)}
                >
                  {formatCount(line.payments)}
                </Anchor>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
