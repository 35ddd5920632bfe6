import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../../client/ask.ts';
import { notifyDone } from '../../../client/notify.ts';
import { ReasonDialog } from '../../../components/reason-dialog.tsx';
import { formatMoney } from '../../../lib/format.ts';
import { payoutStatements as t } from '../../../texts/payout-statements.ts';
import type { FullRun, Statement } from '../payouts-queries.ts';
import { nameOf } from '../statement-cells.tsx';

interface VoidStatementProps {
  run: FullRun;
  statement: Statement;
}

const MAY_FAIL = ['exported', 'paid'];

/** Removes a statement from a draft, or records a failed payment. The next run will pay the creator. */
export function VoidStatement({ run, statement }: VoidStatementProps) {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const { run_id } = run;
  const { statement_id } = statement;
  const fail = useMutation({
    mutationFn: (reason: string) => ask('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason } }),
    onSuccess: (changed) => {
      setOpen(false);
      notifyDone((changed.taken_out ? t.remove : t.void).done(nameOf(changed)));
      void queries.invalidateQueries({ queryKey: ['payout-runs'] });
    },
  });
  const isDraft = run.status === 'draft';
  const words = isDraft ? t.remove : t.void;
  const text = statement.paid_at ? t.void.arrivedText : words.text;
  if (!(isDraft || MAY_FAIL.includes(run.status)) || statement.voided_at) return null;
  return (
    <Group>
      <Button variant="light" color="red" onClick={() => setOpen(true)}>
        {words.button}
      </Button>
      <ReasonDialog
        isOpen={isOpen}
        title={words.title}
        confirm={words.confirm}
        error={fail.error}
        isBusy={fail.isPending}
        onClose={() => {
          setOpen(false);
          fail.reset();
        }}
        onSubmit={fail.mutate}
      >
        {text(formatMoney(statement.payable), nameOf(statement))} {t.nextPays(statement.lines.length)}
      </ReasonDialog>
    </Group>
  );
}
