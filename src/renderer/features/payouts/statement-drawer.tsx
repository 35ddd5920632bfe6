import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import type { FullRun, Statement } from '../../lib/payouts.ts';
import { LinePayments } from './line-payments.tsx';
import { Flags, nameOf, PayTo } from './statement-cells.tsx';
import { Lines, Sums } from './statement-lines.tsx';
import { VoidStatement } from './void-statement.tsx';

interface StatementDrawerProps {
  run: FullRun;
  /** null: closed. */
  statement: Statement | null;
  onChange: (statement: Statement) => void;
  onClose: () => void;
}

/** How the daemon computed one creator’s payment, down to the players’ payments. */
export function StatementDrawer({ run, statement, onChange, onClose }: StatementDrawerProps) {
  return (
    <SideDrawer isOpen={statement !== null} title={statement ? nameOf(statement) : ''} size={720} onClose={onClose}>
      {statement && <StatementDetails run={run} statement={statement} onChange={onChange} />}
    </SideDrawer>
  );
}

function StatementDetails({
  run,
  statement,
  onChange,
}: Omit<StatementDrawerProps, 'onClose'> & { statement: Statement }) {
  const [lineId, setLineId] = useState(statement.lines.length === 1 ? (statement.lines[0]?.line_id ?? null) : null);
  const line = statement.lines.find(({ line_id }) => line_id === lineId);
  return (
    <Stack gap="lg">
      <Flags of={statement} isVoid={statement.voided_at !== null} />
      <Sums statement={statement} />
      <SimpleGrid cols={2} spacing="md">
        <div>
          <Text size="sm" c="dimmed">
            Pay to
          </Text>
          <Text size="sm" component="div">
            <PayTo to={statement} />
          </Text>
        </div>
        <div>
          <Text size="sm" c="dimmed">
            Reference for the bank
          </Text>
          <Group gap={4}>
            <span className="mono">{statement.reference}</span>
            <CopyButton value={statement.reference} label="Copy the reference" />
          </Group>
        </div>
      </SimpleGrid>
      <section aria-labelledby="lines-title">
        <Title order={3} size="h5" mb="xs" id="lines-title">
          By campaign
        </Title>
        <Lines statement={statement} chosen={lineId} onChoose={setLineId} />
      </section>
      {line && <LinePayments key={line.line_id} runId={run.run_id} line={line} />}
      <VoidStatement run={run} statement={statement} onChange={onChange} />
    </Stack>
  );
}
