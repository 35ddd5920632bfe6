import { Stack } from '@mantine/core';
import { PageHeader } from '../../components/page-header.tsx';
import { account as t } from '../../texts/account.ts';
import { OwnEmails } from './own-emails.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

export function AccountPage() {
  return (
    <>
      <PageHeader title={t.title} />
      <Stack gap="lg" maw={560}>
        <PasswordForm />
        <SecondFactor />
        <OwnEmails />
      </Stack>
    </>
  );
}
