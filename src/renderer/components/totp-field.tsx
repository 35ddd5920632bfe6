import { TextInput } from '@mantine/core';
import { problemOf } from '../client/ask.ts';
import { secondFactor as t } from '../texts/second-factor.ts';

interface TotpFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Why the last code was refused. */
  error: unknown;
  /** A recovery code may stand in the place of the digits. */
  takesRecovery?: boolean;
}

export const TotpField = ({ value, onChange, error, takesRecovery = false }: TotpFieldProps) => (
  <TextInput
    label={t.code}
    {...(takesRecovery ? { description: t.codeOrRecovery } : { inputMode: 'numeric' })}
    autoComplete="one-time-code"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={Boolean(error) && wrongCode(error)}
  />
);

const wrongCode = (error: unknown) =>
  problemOf(error).code === 'invalid_credentials' ? t.wrong : problemOf(error).detail;
