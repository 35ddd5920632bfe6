import { Stack, Text } from '@mantine/core';
import { useSession } from '../../client/session.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { account as t } from '../../texts/account.ts';
import { AccessTokens } from './access-tokens.tsx';
import { OwnEmails } from './own-emails.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactor } from './second-factor.tsx';

export function AccountPage() {
  const { has_password } = useSession().session.staff;
  return (
    <>
      <PageHeader title={t.title} />
      <Stack gap="lg" maw={560}>
        {has_password === false ? (
          <Text p="lg" className="card">
            {t.companyAccount}
          </Text>
        ) : (
          <>
            <PasswordForm />
            <SecondFactor />
            <Passkeys />
          </>
        )}
        <OwnEmails />
        <AccessTokens />
      </Stack>
    </>
  );
}
