import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { TextLink } from '../../../components/links.tsx';
import { SideDrawer } from '../../../components/side-drawer.tsx';
import { segmentOfCreator } from '../../../lib/creator-address.ts';
import { payoutStatements as t } from '../../../texts/payout-statements.ts';
import type { FullRun, Statement } from '../payouts-queries.ts';
import { Flags, nameOf, PayTo } from '../statement-cells.tsx';
import { AddressChange } from './address-change.tsx';
import { LinePayments } from './line-payments.tsx';
import { PaymentResult } from './payment-result.tsx';
import { Lines, Sums } from './statement-lines.tsx';
import { VoidStatement } from './void-statement.tsx';

interface StatementDrawerProps {
  run: FullRun;
  /** Null if the drawer is closed. */
  statement: Statement | null;
  onClose: () => void;
}

/** Shows how the daemon computed one creator's payment, down to the players' payments. */
export function StatementDrawer({ run, statement, onClose }: StatementDrawerProps) {
  return (
    <SideDrawer isOpen={statement !== null} title={statement ? nameOf(statement) : ''} size={720} onClose={onClose}>
      {statement && <StatementDetails run={run} statement={statement} />}
    </SideDrawer>
  );
}

function StatementDetails({ run, statement }: { run: FullRun; statement: Statement }) {
  const [lineId, setLineId] = useState(statement.lines.length === 1 ? (statement.lines[0]?.line_id ?? null) : null);
  const line = statement.lines.find(({ line_id }) => line_id === lineId);
  return (
    <Stack gap="lg">
      <Flags of={statement} payment={statement} />
      <PaymentResult of={statement} />
      <Sums statement={statement} />
      <Payee statement={statement} />
      <section aria-labelledby="lines-title">
        <Title order={3} size="h5" mb="xs" id="lines-title">
          {t.lines.title}
        </Title>
        <Lines statement={statement} chosen={lineId} onChoose={setLineId} />
      </section>
      {line && <LinePayments key={line.line_id} runId={run.run_id} line={line} />}
      <VoidStatement run={run} statement={statement} />
    </Stack>
  );
}

/** Shows the payout details that the run uses, and their change since the creator's previous statement. */
const Payee = ({ statement }: { statement: Statement }) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
    <div>
      <Text size="sm" c="dimmed">
        {t.payTo}
      </Text>
      <Text size="sm" component="div">
        {statement.payout_address || statement.payout_method ? <PayTo to={statement} /> : t.noDetails}
      </Text>
      <Text size="xs" c="dimmed">
        {t.inThisRun}
      </Text>
      <TextLink
        to="/creators/$creatorId"
        params={{ creatorId: segmentOfCreator(statement.creator_id) }}
        search={{ tab: 'details' }}
        size="sm"
      >
        {t.toCreator}
      </TextLink>
    </div>
    <div>
      <Text size="sm" c="dimmed">
        {t.reference}
      </Text>
      <Group gap={4}>
        <span className="mono">{statement.reference}</span>
        <CopyButton value={statement.reference} label={t.copyReference} />
      </Group>
    </div>
    {statement.address_change && (
      <div style={{ gridColumn: '1 / -1' }}>
        <Text size="sm" c="dimmed">
          {t.change.label}
        </Text>
        <AddressChange change={statement.address_change} />
      </div>
    )}
  </SimpleGrid>
);
