import { Stack, Text } from '@mantine/core';
import { Instant } from '../../../components/instant.tsx';
import { methodName } from '../../../components/method-name.ts';
import { payoutStatements } from '../../../texts/payout-statements.ts';
import type { Statement } from '../payouts-queries.ts';

const t = payoutStatements.change;

type Change = NonNullable<Statement['address_change']>;

/** Shows the payout details before and after a change, and its time. */
export const AddressChange = ({ change }: { change: Change }) => (
  <Stack gap={2}>
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Details of={change.from} /> → <Details of={change.to} />
    </Text>
    <Text size="xs" c="dimmed" component="div">
      {change.changed_at ? (
        <>
          {t.on} <Instant at={change.changed_at} />
        </>
      ) : (
        t.undated
      )}
    </Text>
  </Stack>
);

function Details({ of: { payout_method, payout_address } }: { of: Change['from'] }) {
  if (!payout_method && !payout_address) return <i>{t.none}</i>;
  return (
    <>
      <bdi>{payout_address ?? '–'}</bdi>
      {payout_method && (
        <>
          {' '}
          (<bdi>{methodName(payout_method)}</bdi>)
        </>
      )}
    </>
  );
}
