import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

export function AccountPage() {
  return (
    <>
      <PageHeader title="Password and sign-in" />
      <Stack gap="lg" maw={560}>
        <PasswordForm />
        <SecondFactor />
      </Stack>
    </>
  );
}
