import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD } from '../../../daemon/contract/words.ts';

/** A password that the user chooses now. */
export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="Password"
    description={`At least ${MIN_PASSWORD} characters`}
    autoComplete="new-password"
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
  />
);
