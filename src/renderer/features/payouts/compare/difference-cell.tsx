import { Badge, Text } from '@mantine/core';
import { Hint } from '../../../components/hint.tsx';
import { formatMoney, type Money } from '../../../lib/format.ts';
import { payoutStatements as t } from '../../../texts/payout-statements.ts';
import { differenceOf, isNothing } from '../money-difference.ts';
import type { Statement } from '../payouts-queries.ts';

/** Shows an increase in green and a decrease in red, both with a sign. */
export const Difference = ({ of }: { of: Money }) => (
  <Text
    inherit
    component="span"
    c={isNothing(of) ? 'dimmed' : of.amount.startsWith('-') ? 'red' : 'teal'}
    style={{ whiteSpace: 'nowrap' }}
  >
    {differenceOf(of)}
  </Text>
);

/** Compares a statement with the creator's payment in the previous run. */
export function SinceLastRun({ row, lastRunId }: { row: Statement; lastRunId: number }) {
  if (row.is_new)
    return (
      <Hint label={t.isNewWhy(lastRunId)}>
        <Badge color="teal" miw="max-content">
          {t.isNew}
        </Badge>
      </Hint>
    );
  return (
    <Hint label={t.was(formatMoney(row.last_payable), lastRunId)}>
      <span>
        <Difference of={row.payable_difference} />
      </span>
    </Hint>
  );
}
