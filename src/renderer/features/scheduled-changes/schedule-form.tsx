import { Select, SimpleGrid, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { fieldErrors } from '../../client/ask.ts';
import { limitFault, limitOf } from '../../client/whole-number.ts';
import { ConditionsEditor } from '../../components/code-window/conditions-editor.tsx';
import { type WindowValues, windowFaults, windowOf } from '../../components/code-window/window-values.ts';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { fromZonedInput } from '../../lib/zoned-input.ts';
import { codes } from '../../texts/codes.ts';
import { scheduledChanges as t } from '../../texts/scheduled-changes.ts';

export const CAMPAIGN_KINDS = ['publish', 'pause', 'period'] as const;
export const BATCH_KINDS = ['activate', 'deactivate', 'limit', 'dates', 'conditions'] as const;
export type Kind = (typeof CAMPAIGN_KINDS | typeof BATCH_KINDS)[number];

interface Values {
  due: string;
  kind: Kind;
  limit: string;
  /** The dates and conditions as they are now. */
  window: WindowValues;
}

/** A change in the format of the API. */
export interface NewChange extends Partial<Omit<ReturnType<typeof windowOf>, 'recipient'>> {
  due_at: string;
  move?: 'publish' | 'pause';
  active?: 'Y' | 'N';
  usage_limit?: number | null;
}

interface ScheduleFormProps {
  kinds: readonly Kind[];
  window: WindowValues;
  error: unknown;
  isBusy: boolean;
  onSubmit: (change: NewChange) => void;
  onCancel: () => void;
}

export function ScheduleForm({ kinds, window, error, isBusy, onSubmit, onCancel }: ScheduleFormProps) {
  const form = useForm<Values>({
    initialValues: { due: '', kind: kinds[0] ?? 'pause', limit: '', window },
    validate: {
      due: (value) => (isInFuture(value, window.zone) ? null : t.timeMissing),
      limit: (value, { kind }) => (kind === 'limit' ? limitFault(value) : null),
      window: (value, { kind }) => (windowFault(value, kind) ? 'window' : null),
    },
  });
  const { kind } = form.values;
  const refused = error ? fieldErrors(error) : {};
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(changeOf(values)), focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <DateTimeInput
          label={t.when}
          zone={window.zone}
          data-autofocus
          {...form.getInputProps('due')}
          error={form.errors.due ?? refused.due_at}
        />
        <Select
          label={t.what}
          description={t.whenHelp}
          data={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          allowDeselect={false}
          value={kind}
          onChange={(value) => value && form.setFieldValue('kind', value as Kind)}
        />
        {kind === 'limit' && (
          <WholeNumberInput label={t.limit} placeholder={codes.form.noLimit} {...form.getInputProps('limit')} />
        )}
        {(kind === 'period' || kind === 'dates') && <DateFields form={form} refused={refused} />}
        {kind === 'conditions' && (
          <ConditionsEditor
            rows={form.values.window.conditions}
            onChange={(conditions) => form.setFieldValue('window', { ...form.values.window, conditions })}
            faults={windowFaults(form.values.window)?.conditions ?? []}
            showFaults={form.errors.window !== undefined}
          />
        )}
        <FormFoot label={t.save} error={error} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

interface DateFieldsProps {
  form: UseFormReturnType<Values>;
  refused: Record<string, string>;
}

function DateFields({ form, refused }: DateFieldsProps) {
  const { window, kind } = form.values;
  const set = (change: Partial<WindowValues>) => form.setFieldValue('window', { ...window, ...change });
  const fault = form.errors.window === undefined ? null : windowFault(window, kind);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <DateTimeInput
        label={t.starts}
        zone={window.zone}
        value={window.starts_at}
        onChange={(starts_at) => set({ starts_at })}
        error={refused.starts_at}
      />
      <DateTimeInput
        label={t.ends}
        zone={window.zone}
        value={window.ends_at}
        onChange={(ends_at) => set({ ends_at })}
        error={fault ?? refused.ends_at}
      />
    </SimpleGrid>
  );
}

function isInFuture(typed: string, zone: string): boolean {
  const at = fromZonedInput(typed, zone);
  return at !== null && Date.parse(at) > Date.now();
}

/** Returns what is wrong with the part of the dates and conditions that this kind of change affects. */
function windowFault(window: WindowValues, kind: Kind): string | null {
  const faults = windowFaults(window);
  if (kind === 'conditions') return faults?.conditions.some((row) => row.attribute || row.value) ? 'conditions' : null;
  if (kind !== 'period' && kind !== 'dates') return null;
  const { starts_at, ends_at } = windowOf(window);
  if (kind === 'period' && (!starts_at || !ends_at)) return t.periodMissing;
  return faults?.ends_at ? t.afterStart : null;
}

function changeOf({ due, kind, limit, window }: Values): NewChange {
  const due_at = fromZonedInput(due, window.zone) ?? '';
  const { starts_at, ends_at, conditions } = windowOf(window);
  switch (kind) {
    case 'publish':
    case 'pause':
      return { due_at, move: kind };
    case 'activate':
      return { due_at, active: 'Y' };
    case 'deactivate':
      return { due_at, active: 'N' };
    case 'limit':
      return { due_at, usage_limit: limitOf(limit) };
    case 'conditions':
      return { due_at, conditions };
    case 'period':
    case 'dates':
      return { due_at, starts_at, ends_at };
  }
}
