import { Select, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { limitFault, limitOf } from '../../client/whole-number.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { fromZonedInput } from '../../lib/zoned-input.ts';
import { selection } from '../../texts/selection.ts';

const t = selection.codes;

/** A change to many codes. */
export interface CodeChange {
  active?: 'Y' | 'N';
  usage_limit?: number | null;
  starts_at?: string | null;
  ends_at?: string | null;
  tags?: string[];
}

interface DialogProps {
  /** The number of codes. */
  count: number;
  isBusy: boolean;
  onClose: () => void;
  onSubmit: (change: CodeChange) => void;
}

export function LimitDialog({ count, onSubmit, ...form }: DialogProps) {
  const [limit, setLimit] = useState('');
  const [showFault, setShowFault] = useState(false);
  const fault = limitFault(limit);
  const submit = () => (fault ? setShowFault(true) : onSubmit({ usage_limit: limitOf(limit) }));
  return (
    <ChangeDialog {...form} title={t.limit.title(count)} save={t.limit.save} onSubmit={submit}>
      <WholeNumberInput
        label={t.limit.label}
        description={t.limit.help}
        data-autofocus
        value={limit}
        onChange={setLimit}
        error={showFault && fault}
      />
    </ChangeDialog>
  );
}

type Choice = keyof typeof t.dates.choices;
const CHOICES = Object.entries(t.dates.choices).map(([value, label]) => ({ value, label }));

interface DateValue {
  choice: Choice;
  /** The date and time as typed. */
  typed: string;
}

const UNCHANGED: DateValue = { choice: 'keep', typed: '' };

/** Returns the field for a date in the request, or no field if the date is unchanged. */
function dateField<K extends string>(
  name: K,
  { choice, typed }: DateValue,
  zone: string,
): { [P in K]?: string | null } {
  const field = choice === 'keep' ? {} : { [name]: choice === 'none' ? null : fromZonedInput(typed, zone) };
  return field as { [P in K]?: string | null };
}

export function DatesDialog({ count, zone, onSubmit, ...form }: DialogProps & { zone: string }) {
  const [starts, setStarts] = useState(UNCHANGED);
  const [ends, setEnds] = useState(UNCHANGED);
  const [showFaults, setShowFaults] = useState(false);
  const isMissing = ({ choice, typed }: DateValue) => choice === 'at' && fromZonedInput(typed, zone) === null;
  const submit = () => {
    if (isMissing(starts) || isMissing(ends)) return setShowFaults(true);
    onSubmit({ ...dateField('starts_at', starts, zone), ...dateField('ends_at', ends, zone) });
  };
  const field = (value: DateValue) => ({
    ...{ value, zone },
    error: showFaults && isMissing(value) && t.dates.needed,
  });
  return (
    <ChangeDialog
      {...form}
      title={t.dates.title(count)}
      save={t.dates.save}
      isUnchanged={starts.choice === 'keep' && ends.choice === 'keep'}
      onSubmit={submit}
    >
      <DateField {...field(starts)} label={t.dates.starts} onChange={setStarts} />
      <DateField {...field(ends)} label={t.dates.ends} onChange={setEnds} />
    </ChangeDialog>
  );
}

interface DateFieldProps {
  label: string;
  zone: string;
  value: DateValue;
  onChange: (value: DateValue) => void;
  error: ReactNode;
}

const DateField = ({ label, zone, value, onChange, error }: DateFieldProps) => (
  <Stack gap="xs">
    <Select
      label={label}
      data={CHOICES}
      allowDeselect={false}
      value={value.choice}
      onChange={(choice) => onChange({ ...value, choice: choice as Choice })}
    />
    {value.choice === 'at' && (
      <DateTimeInput
        aria-label={t.dates.time(label)}
        zone={zone}
        value={value.typed}
        onChange={(typed) => onChange({ ...value, typed })}
        error={error}
      />
    )}
  </Stack>
);
