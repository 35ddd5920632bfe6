import { Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Instant } from '../../components/instant.tsx';
import type { PayoutRun } from '../../lib/payouts.ts';
import classes from './run-steps.module.css';

interface Step {
  label: string;
  at: string | null;
  by?: string | undefined;
  /** What the step does, shown until it is done. */
  says: string;
}

const nameOf = (who: PayoutRun['approved_by']) => (who ? (who.name ?? 'a former member of staff') : undefined);

const stepsOf = (run: PayoutRun): Step[] => [
  {
    label: 'Draft',
    at: run.status === 'preparing' ? null : run.prepared_at,
    by: nameOf(run.prepared_by) ?? 'the calendar',
    says: 'Being prepared',
  },
  { label: 'Approved', at: run.approved_at, by: nameOf(run.approved_by), says: 'Waits for approval' },
  { label: 'Exported', at: run.exported_at, says: 'The file is sent for payment' },
  { label: 'Paid', at: run.paid_at, says: 'The creators are paid' },
];

/** The steps of a run, with the time and the member of staff of each finished step. */
export function RunSteps({ run }: { run: PayoutRun }) {
  const steps = stepsOf(run);
  const present = run.status === 'void' ? -1 : steps.findLastIndex(({ at }) => at !== null);
  return (
    <ol className={`card ${classes.steps}`} aria-label="Status of the run">
      {steps.map(({ label, at, by, says }, index) => (
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
              {at ? <Instant at={at} /> : says}
              {at && by && ` by ${by}`}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
}
