import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD } from '../../../daemon/contract/words.ts';
import { account as t } from '../texts/account.ts';

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label={t.password}
    description={t.tooShort(MIN_PASSWORD)}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': t.show }}
    {...props}
  />
);
