import { Text } from '@mantine/core';
import { IconCheck } from '../../../components/icons.tsx';
import { Instant } from '../../../components/instant.tsx';
import { payouts } from '../../../texts/payouts.ts';
import type { PayoutRun } from '../payouts-queries.ts';
import classes from './run-steps.module.css';

const t = payouts.steps;

interface Step {
  label: string;
  at: string | null;
  /** The text after the time. */
  by?: string | undefined;
  /** What the step is waiting for, shown until the step is done. */
  pending: string;
}

const byOf = (who: PayoutRun['approved_by']) => (who ? t.by(who.name ?? t.formerStaff) : undefined);

const stepsOf = (run: PayoutRun): Step[] => [
  {
    label: t.names.draft,
    at: run.status === 'preparing' ? null : run.prepared_at,
    by: byOf(run.prepared_by) ?? t.automatically,
    pending: t.pending.draft,
  },
  { label: t.names.approved, at: run.approved_at, by: byOf(run.approved_by), pending: t.pending.approved },
  { label: t.names.exported, at: run.exported_at, pending: t.pending.exported },
  { label: t.names.paid, at: run.paid_at, pending: t.pending.paid },
];

/** Shows the steps of a run, with the time and the member of staff of each finished step. */
export function RunSteps({ run }: { run: PayoutRun }) {
  const steps = stepsOf(run);
  const present = run.status === 'void' ? -1 : steps.findLastIndex(({ at }) => at !== null);
  return (
    <ol className={`card ${classes.steps}`} aria-label={t.label}>
      {steps.map(({ label, at, by, pending }, index) => (
        <li
          key={label}
          className={classes.step}
          data-done={at !== null || undefined}
          aria-current={index === present ? 'step' : undefined}
        >
          <span className={classes.mark} aria-hidden>
            {at ? <IconCheck size={16} /> : index + 1}
          </span>
          <div>
            <Text size="sm" fw={600} c={at ? undefined : 'dimmed'}>
              {label}
            </Text>
            <Text size="xs" c="dimmed" component="div">
              {at ? <Instant at={at} /> : pending}
              {at && by}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
