import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { IconCash } from '../../../components/first-icons.tsx';
import { IconBan, IconCheck, IconDownload } from '../../../components/icons.tsx';
import { ReasonDialog } from '../../../components/reason-dialog.tsx';
import { useSettled } from '../../../lib/settled.ts';
import { payouts as catalogue } from '../../../texts/payouts.ts';
import { type FullRun, useMoveRun } from '../payouts-queries.ts';
import { type Onward, useConfirmation } from './use-confirmation.tsx';

const t = catalogue.moves;

const NEXT: Partial<Record<FullRun['status'], Onward>> = { draft: 'approve', approved: 'export', exported: 'pay' };
const ICONS = { approve: IconCheck, export: IconDownload, pay: IconCash } as const;

/**
 * Shows buttons for the next step of a run and for voiding it. A step that is not allowed is disabled, and
 * `MoveReasons` explains why.
 */
export function RunMoves({ run }: { run: FullRun }) {
  const { mutate, isPending, error, reset } = useMoveRun(run.run_id);
  const [isVoiding, setVoiding] = useState(false);
  const { isMeant, isAsking } = useConfirmation(run);
  const isSettled = useSettled(run.status);
  const next = NEXT[run.status];
  const closeVoid = () => {
    setVoiding(false);
    reset();
  };
  if (!next) return null;
  const Icon = ICONS[next];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBan size={16} />}
        onClick={() => setVoiding(true)}
        disabled={run.moves.void !== null || isPending}
      >
        {t.void}
      </Button>
      <Button
        leftSection={<Icon size={16} />}
        onClick={async () => isSettled && (await isMeant(next)) && mutate({ move: next })}
        aria-disabled={!isSettled}
        loading={isAsking}
        disabled={run.moves[next] !== null || isPending}
      >
        {t[next]}
      </Button>
      <ReasonDialog
        isOpen={isVoiding}
        title={t.voidTitle(run.run_id)}
        confirm={t.voidConfirm}
        error={error}
        isBusy={isPending}
        onClose={closeVoid}
        onSubmit={(reason) => mutate({ move: 'void', reason }, { onSuccess: closeVoid })}
      >
        {t.voidText}
        {run.status !== 'draft' && ` ${t.voidSent}`}
      </ReasonDialog>
    </>
  );
}

/** Shows why the user is not allowed to take the next step or to void the run. */
export function MoveReasons({ run }: { run: FullRun }) {
  const next = NEXT[run.status];
  if (!next) return null;
  const reasons = [run.moves[next], run.moves.void].flatMap((code) =>
    code && code !== 'invalid_status_move' ? [t.reasons[code]] : [],
  );
  if (reasons.length === 0) return null;
  return (
    <Stack gap={4}>
      {reasons.map((reason) => (
        <Text key={reason} size="sm" c="dimmed" role="note">
          {reason}
        </Text>
      ))}
    </Stack>
  );
}
