import { TextInput } from '@mantine/core';
import { problemOf } from '../lib/ask.ts';
import { lists as t } from '../texts/lists.ts';

interface TotpFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Why the last code was refused. */
  error: unknown;
}

export const TotpField = ({ value, onChange, error }: TotpFieldProps) => (
  <TextInput
    label={t.totp}
    inputMode="numeric"
    autoComplete="one-time-code"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={Boolean(error) && wrongCode(error)}
  />
);

const wrongCode = (error: unknown) =>
  problemOf(error).code === 'invalid_credentials' ? t.totpWrong : problemOf(error).detail;
