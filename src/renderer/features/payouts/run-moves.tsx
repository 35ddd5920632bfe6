import { Button, Stack, Text } from '@mantine/core';
import { IconBan, IconCash, IconCheck, IconFileExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { formatMoney, plural } from '../../lib/format.ts';
import { type FullRun, type RunMove, runQuery, useMoveRun } from '../../lib/payouts.ts';
import { useSettled } from '../../lib/settled.ts';

type Onward = Exclude<RunMove, 'void'>;

const NEXT: Partial<Record<FullRun['status'], Onward>> = { draft: 'approve', approved: 'export', exported: 'pay' };
const LOOKS = {
  approve: ['Approve', IconCheck],
  export: ['Mark as exported', IconFileExport],
  pay: ['Mark as paid', IconCash],
} as const;

/**
 * The next step of a run, and the button to void it. A step that is not allowed shows as disabled, and `MoveReasons`
 * explains why.
 */
export function RunMoves({ run }: { run: FullRun }) {
  const { mutate, isPending, error, reset } = useMoveRun(run.run_id);
  const [isVoiding, setVoiding] = useState(false);
  const isSettled = useSettled(run.status);
  const next = NEXT[run.status];
  const closeVoid = () => {
    setVoiding(false);
    reset();
  };
  if (!next) return null;
  const [label, Icon] = LOOKS[next];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBan size={16} aria-hidden />}
        onClick={() => setVoiding(true)}
        disabled={run.moves.void !== null || isPending}
      >
        Void
      </Button>
      <Button
        leftSection={<Icon size={16} aria-hidden />}
        onClick={async () => isSettled && (await isMeant(run, next)) && mutate({ move: next })}
        aria-disabled={!isSettled}
        disabled={run.moves[next] !== null || isPending}
      >
        {label}
      </Button>
      <ReasonDialog
        isOpen={isVoiding}
        title={`Void run ${run.run_id}?`}
        confirm="Void the run"
        error={error}
        isBusy={isPending}
        onClose={closeVoid}
        onSubmit={(reason) => mutate({ move: 'void', reason }, { onSuccess: closeVoid })}
      >
        No creator is paid from a void run, and you cannot restore it. The next run takes over what it held.
        {run.status !== 'draft' && ' If you already sent its file for payment, make sure that it is not paid.'}
      </ReasonDialog>
    </>
  );
}

/** Asks for confirmation only if something could be lost. */
async function isMeant(run: FullRun, move: Onward): Promise<boolean> {
  if (move === 'export') return true;
  const { title, confirm, cancel } = QUESTIONS[move];
  return confirmFirst({
    title: `${title} run ${run.run_id}${move === 'pay' ? ' as paid?' : '?'}`,
    children: move === 'approve' ? <WhatIsApproved run={run} /> : <WhatIsPaid run={run} />,
    confirm,
    cancel,
  });
}
const QUESTIONS = {
  approve: { title: 'Approve', confirm: 'Approve', cancel: 'Not yet' },
  pay: { title: 'Mark', confirm: 'Mark as paid', cancel: 'Not yet' },
};

function WhatIsApproved({ run: { run_id, totals } }: { run: FullRun }) {
  const { data } = useQuery(runQuery(run_id, { show: 'missing' }));
  const missing = data?.statements.total ?? 0;
  if (!totals) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        It pays <b>{formatMoney(totals.payable)}</b> to {plural(totals.creators_paid, 'creator')}. Webhook endpoints and
        the e-mail address for payouts get a message.
      </Text>
      {totals.addresses_changed > 0 && (
        <Text size="sm">
          {plural(totals.addresses_changed, 'creator has', 'creators have')} other payout details than in the previous
          run: check them first.
        </Text>
      )}
      {missing > 0 && (
        <Text size="sm">
          {plural(missing, 'creator has', 'creators have')} no payout details: the files for PayPal and Wise leave them
          out.
        </Text>
      )}
    </Stack>
  );
}

const WhatIsPaid = ({ run: { totals } }: { run: FullRun }) => (
  <Text size="sm">
    Once {totals ? formatMoney(totals.payable) : 'it'} is paid, the run can no longer be voided. You can still void the
    statement of a payment that failed.
  </Text>
);

const REASONS = {
  second_person_needed:
    'You prepared this run yourself. The organisation’s settings require that another person approves it.',
  newer_run: 'A newer run depends on this one, so it cannot be voided. Void the newer one first.',
} as const;

/** Why the viewer may not take the next step. */
export function MoveReasons({ run }: { run: FullRun }) {
  const next = NEXT[run.status];
  if (!next) return null;
  const reasons = [run.moves[next], run.moves.void].flatMap((code) =>
    code && code !== 'invalid_status_move' ? [REASONS[code]] : [],
  );
  return reasons.map((reason) => (
    <Text key={reason} size="sm" c="dimmed" role="note">
      {reason}
    </Text>
  ));
}
