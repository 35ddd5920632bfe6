import { Text } from '@mantine/core';
import { Hint } from '../../components/hint.tsx';
import { payouts } from '../../texts/payouts.ts';
import { periodOf, type Spanned } from './run-period.ts';

export function Period({ run }: { run: Spanned }) {
  return (
    <Hint label={payouts.zone(run.time_zone)}>
      <Text inherit component="span" style={{ whiteSpace: 'nowrap' }}>
        {periodOf(run)}
      </Text>
    </Hint>
  );
}
