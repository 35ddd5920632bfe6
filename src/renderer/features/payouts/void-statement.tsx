import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { ask } from '../../lib/ask.ts';
import { formatMoney, plural } from '../../lib/format.ts';
import { notifyDone } from '../../lib/notify.ts';
import type { FullRun, Statement } from '../../lib/payouts.ts';
import { nameOf } from './statement-cells.tsx';

interface VoidStatementProps {
  run: FullRun;
  statement: Statement;
  onChange: (statement: Statement) => void;
}

const MAY_FAIL = ['approved', 'exported', 'paid'];

/** Takes a statement out of a draft, or records a failed payment: the next run pays the creator. */
export function VoidStatement({ run, statement, onChange }: VoidStatementProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { run_id } = run;
  const { statement_id } = statement;
  const fail = useMutation({
    mutationFn: (reason: string) => ask('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason } }),
    onSuccess: (changed) => {
      setOpen(false);
      onChange(changed);
      notifyDone(
        changed.taken_out
          ? `${nameOf(changed)} is taken out of the run.`
          : `The statement of ${nameOf(changed)} is void.`,
      );
      void queries.invalidateQueries({ queryKey: ['payout-runs'] });
    },
  });
  const isDraft = run.status === 'draft';
  if (!(isDraft || MAY_FAIL.includes(run.status)) || statement.voided_at) return null;
  return (
    <Group>
      <Button variant="light" color="red" onClick={() => setOpen(true)}>
        {isDraft ? 'Take out of this run' : 'The payment failed'}
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        title={isDraft ? 'Take this statement out of the run?' : 'Void this statement?'}
        confirm={isDraft ? 'Take it out' : 'Void the statement'}
        error={fail.error}
        isBusy={fail.isPending}
        onClose={() => {
          setOpen(false);
          fail.reset();
        }}
        onSubmit={fail.mutate}
      >
        {isDraft ? (
          <>
            The server makes the run’s totals and files again without the <b>{formatMoney(statement.payable)}</b> of{' '}
            {nameOf(statement)}.
          </>
        ) : (
          <>
            For a payment of <b>{formatMoney(statement.payable)}</b> to {nameOf(statement)} that did not arrive.
          </>
        )}{' '}
        The next run pays what the statement held ({plural(statement.lines.length, 'line')}); the other statements of
        this run stay as they are.
      </ReasonDialog>
    </Group>
  );
}
