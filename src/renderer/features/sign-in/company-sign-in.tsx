import { Alert, Button, Divider, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { bridge, type Refusal, type Session } from '../../client/bridge.ts';
import type { CompanyAccounts } from '../../client/company-accounts.ts';
import { signIn as t } from '../../texts/sign-in.ts';

interface CompanySignInProps {
  company: CompanyAccounts | null;
  /** Whether the page has input that must not be lost. */
  keepsPage?: boolean;
  onEntered: (session: Session) => void;
}

/** If the server has an identity provider, offers to sign in with the company's account, above the password form. */
export function CompanySignIn({ company, keepsPage = false, onEntered }: CompanySignInProps) {
  const [problem, setProblem] = useState<Refusal | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  /** Only the last attempt counts: the person can open the browser several times. */
  const last = useRef(0);
  if (!company?.provider) return null;
  const { host, responds } = company.provider;
  const enter = async () => {
    setProblem(null);
    setWaiting(true);
    last.current += 1;
    const mine = last.current;
    const reply = await bridge.signInWithCompany(keepsPage);
    if (mine !== last.current) return;
    setWaiting(false);
    if (reply.ok) onEntered(reply.session);
    else setProblem(reply.problem);
  };
  return (
    <Stack>
      {!responds && (
        <Alert color="yellow" variant="light" role="alert" title={t.company.down(host)}>
          {t.company.downNote}
        </Alert>
      )}
      {problem && <Alert color="red" variant="light" role="alert" title={problem.detail} />}
      <Button fullWidth size="md" onClick={() => void enter()}>
        {isWaiting ? t.company.again : t.company.enter}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {isWaiting ? t.company.waiting : t.company.note(host)}
      </Text>
      <Divider label={company.provider_only ? t.company.ownersOnly : t.company.orPassword} />
    </Stack>
  );
}
