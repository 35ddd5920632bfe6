import { TextInput } from '@mantine/core';
import { problemOf } from '../client/ask.ts';
import { secondFactor as t } from '../texts/second-factor.ts';

interface TotpFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The refusal of the last code. */
  error: unknown;
  /** True if the field also accepts a recovery code. */
  takesRecovery?: boolean;
  /** True if the person may leave it blank and use a passkey. */
  takesPasskey?: boolean;
}

export const TotpField = ({ value, onChange, error, takesRecovery, takesPasskey }: TotpFieldProps) => (
  <TextInput
    label={t.code}
    {...(takesRecovery ? { description: takesPasskey ? t.codeOrPasskey : t.codeOrRecovery } : { inputMode: 'numeric' })}
    autoComplete="one-time-code"
    spellCheck={false}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={Boolean(error) && wrongCode(error, takesRecovery ? t.wrongProof : t.wrong)}
  />
);

const wrongCode = (error: unknown, wrong: string) =>
  problemOf(error).code === 'invalid_credentials' ? wrong : problemOf(error).detail;
