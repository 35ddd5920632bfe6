import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { notifyProblem } from '../../../client/notify.ts';
import { confirmFirst } from '../../../lib/confirm.ts';
import { formatMoney } from '../../../lib/format.ts';
import { payoutChecks as checks } from '../../../texts/payout-checks.ts';
import { payouts as catalogue } from '../../../texts/payouts.ts';
import { type FullRun, frozenIn, type RunMove, runQuery } from '../payouts-queries.ts';
import { OutsideFilesNotes } from './outside-files.tsx';
import { insideFiles, outsideFiles, type Reconciliation, reconciliationQuery } from './reconciliation-queries.ts';

const t = catalogue.moves;

export type Onward = Exclude<RunMove, 'void'>;

/** Asks before a run is approved or marked as paid. The question shows the amounts that are in no payment file now. */
export function useConfirmation(run: FullRun) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);

  async function look(): Promise<[FullRun, Reconciliation] | null> {
    setAsking(true);
    try {
      return await Promise.all([
        queries.fetchQuery({ ...runQuery(run.run_id, {}), staleTime: 0 }),
        queries.fetchQuery({ ...reconciliationQuery(run.run_id), staleTime: 0 }),
      ]);
    } catch (error) {
      notifyProblem(t.unchecked, error);
      return null;
    } finally {
      setAsking(false);
    }
  }
  async function isMeant(move: Onward): Promise<boolean> {
    if (move === 'export') return true;
    const seen = await look();
    return seen !== null && confirmFirst(move === 'approve' ? approval(...seen) : payment(...seen));
  }
  return { isMeant, isAsking };
}

const payableOf = ({ payable }: Reconciliation) => formatMoney(payable);

const approval = (run: FullRun, reconciliation: Reconciliation) => {
  const inFiles = insideFiles(reconciliation);
  const frozen = frozenIn(run);
  return {
    title: t.approveTitle(run.run_id),
    children: (
      <Stack gap="xs">
        <Text size="sm">{t.approveText(formatMoney(inFiles.payable), inFiles.creators)}</Text>
        {run.totals !== null && run.totals.addresses_changed > 0 && (
          <Text size="sm">{t.changed(run.totals.addresses_changed)}</Text>
        )}
        <OutsideFilesNotes reconciliation={reconciliation} />
        {frozen && (
          <Text size="sm" fw={600}>
            {frozen.since} {frozen.remedy}
          </Text>
        )}
      </Stack>
    ),
    confirm: t.approve,
    cancel: t.cancel,
  };
};

/**
 * Returns the question that appears before a run is marked as paid. If some money is in no file, the user must confirm
 * that they want to continue anyway.
 */
const payment = (run: FullRun, reconciliation: Reconciliation) => {
  const { unpayable, byHand } = outsideFiles(reconciliation);
  const isOutside = unpayable !== null || byHand !== null;
  return {
    title: t.payTitle(run.run_id),
    children: (
      <Stack gap="xs">
        <OutsideFilesNotes reconciliation={reconciliation} />
        {isOutside && <Text size="sm">{checks.warn.paidAnyway}</Text>}
        <Text size="sm">{t.payText(payableOf(reconciliation))}</Text>
      </Stack>
    ),
    confirm: isOutside ? t.payAnyway : t.pay,
    cancel: t.cancel,
    isDangerous: isOutside,
  };
};
