import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD } from '../../../daemon/contract/words.ts';
import { lists as t } from '../texts/lists.ts';

/** A password that the user chooses now. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label={t.password}
    description={t.passwordHelp(MIN_PASSWORD)}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': t.showPassword }}
    {...props}
  />
);
