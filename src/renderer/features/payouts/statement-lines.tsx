import { Anchor, Table, Text } from '@mantine/core';
import { formatCount, formatMoney } from '../../lib/format.ts';
import type { Statement } from '../../lib/payouts.ts';
import { Amount } from './statement-cells.tsx';

/** The sum as a written calculation. */
export function Sums({ statement }: { statement: Statement }) {
  const rows = [
    ['Commission of this run', statement.commission],
    ['Carried in from earlier runs', statement.carried_in],
    ['Carried to the next run', statement.carried_out],
  ] as const;
  return (
    <Table aria-label="How the payment is made up" verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
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
          <Table.Td fw={600}>Payable</Table.Td>
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

export function Lines({ statement: { lines }, chosen, onChoose }: LinesProps) {
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This creator has no revenue in this run; the statement only carries the earlier balance.
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ type: 'auto' }}>
      <Table aria-label="Lines" horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Campaign</Table.Th>
            <Table.Th ta="right">Revenue</Table.Th>
            <Table.Th ta="right">Tier now</Table.Th>
            <Table.Th ta="right">Commission</Table.Th>
            <Table.Th ta="right">Payments</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => (
            <Table.Tr key={line.line_id} bg={line.line_id === chosen ? 'var(--portal-hover)' : undefined}>
              <Table.Td>{line.campaign_name}</Table.Td>
              <Table.Td ta="right" title={`${formatMoney(line.refunds)} refunded`}>
                <Amount of={line.revenue} />
              </Table.Td>
              <Table.Td ta="right">{formatCount(line.commission_tier)} %</Table.Td>
              <Table.Td ta="right">
                <Amount of={line.commission} />
              </Table.Td>
              <Table.Td ta="right">
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  aria-pressed={line.line_id === chosen}
                  aria-label={`Show the payments in ${line.campaign_name}`}
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
