import { Button } from '@mantine/core';
import { useState } from 'react';
import { problemOf } from '../../client/ask.ts';
import { bridge, type Refusal, type Session } from '../../client/bridge.ts';
import { askForPasskey } from '../../client/passkeys.ts';
import { passkeys as t } from '../../texts/passkeys.ts';

interface PasskeySignInProps {
  onProblem: (problem: Refusal | null) => void;
  onEntered: (session: Session) => void;
}

/** Signs in with a passkey, either alone or instead of the code that is required after the password. */
export function PasskeySignIn({ onProblem, onEntered }: PasskeySignInProps) {
  const [isBusy, setBusy] = useState(false);
  const enter = async () => {
    setBusy(true);
    onProblem(null);
    try {
      const reply = await bridge.signInWithPasskey?.(await askForPasskey());
      if (reply?.ok) return onEntered(reply.session);
      if (reply) onProblem(reply.problem);
    } catch (error) {
      onProblem(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <Button variant="default" fullWidth size="md" loading={isBusy} onClick={() => void enter()}>
      {t.enter}
    </Button>
  );
}
