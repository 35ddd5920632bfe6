import { Anchor, TextInput } from '@mantine/core';
import { isRecoveryCode, isTotpCode } from '../../lib/totp-code.ts';
import { signIn as t } from '../../texts/sign-in.ts';

/** The kind of code: the digits from the authenticator app, or a recovery code that replaces them. */
export type FactorKind = 'app' | 'recovery';

export function codeFault(kind: FactorKind, typed: string): string | null {
  if (kind === 'app') return isTotpCode(typed) ? null : t.codeWrong;
  return isRecoveryCode(typed) ? null : t.recoveryWrong;
}

interface CodeStepProps {
  kind: FactorKind;
  /** The properties that the form passes to the field. */
  field: object;
  onKind: (kind: FactorKind) => void;
}

export function CodeStep({ kind, field, onKind }: CodeStepProps) {
  const isApp = kind === 'app';
  return (
    <>
      <TextInput
        key={kind}
        label={isApp ? t.code : t.recoveryCode}
        description={isApp ? t.sixDigits : t.recoveryHelp}
        {...(isApp
          ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
          : { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false, placeholder: 'XXXX-XXXX-XXXX' })}
        autoFocus
        {...field}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => onKind(isApp ? 'recovery' : 'app')}>
        {isApp ? t.useRecovery : t.useApp}
      </Anchor>
    </>
  );
}
