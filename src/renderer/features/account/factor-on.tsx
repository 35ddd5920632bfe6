import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { FEW_CODES } from '../../client/recovery-codes-note.ts';
import { secondFactor as t } from '../../texts/second-factor.ts';
import { FactorForm } from './factor-form.tsx';
import { type TypedProof, useProof } from './proof.ts';

interface FactorOnProps {
  codesLeft: number;
  /** False if the person's second factor is only a passkey, because passkeys are removed in their own list. */
  mayTurnOff: boolean;
  onRenewed: (codes: string[]) => void;
  onTurnedOff: () => void;
}

/** Shows the number of remaining recovery codes, and lets the user renew them or turn the second factor off. */
export function FactorOn({ codesLeft, mayTurnOff, onRenewed, onTurnedOff }: FactorOnProps) {
  const [open, setOpen] = useState<'renew' | 'off' | null>(null);
  const { proofOf } = useProof();
  const close = () => setOpen(null);
  const renew = useMutation({
    mutationFn: async (typed: TypedProof) => ask('renewRecoveryCodes', { body: await proofOf(typed) }),
    onSuccess: ({ recovery_codes }) => {
      close();
      onRenewed(recovery_codes);
    },
  });
  const turnOff = useMutation({
    mutationFn: async (typed: TypedProof) => ask('disableTotp', { body: await proofOf(typed) }),
    onSuccess: onTurnedOff,
  });
  if (open === 'renew')
    return (
      <FactorForm
        title={t.recovery.make}
        note={t.recovery.makeText}
        submit={t.recovery.make}
        error={renew.error}
        isBusy={renew.isPending}
        onSubmit={renew.mutate}
        onCancel={close}
      />
    );
  if (open === 'off')
    return (
      <FactorForm
        title={t.turnOffTitle}
        submit={t.turnOff}
        isDangerous
        error={turnOff.error}
        isBusy={turnOff.isPending}
        onSubmit={turnOff.mutate}
        onCancel={close}
      />
    );
  const show = (next: 'renew' | 'off') => {
    renew.reset();
    turnOff.reset();
    setOpen(next);
  };
  return (
    <Stack>
      <CodesLeft count={codesLeft} />
      <Group gap="xs">
        <Button variant="default" onClick={() => show('renew')}>
          {t.recovery.make}
        </Button>
        {mayTurnOff && (
          <Button variant="subtle" color="red" onClick={() => show('off')}>
            {t.turnOff}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function CodesLeft({ count }: { count: number }) {
  const { recovery } = t;
  if (count > FEW_CODES) return <Text size="sm">{recovery.left(count)}</Text>;
  return (
    <Alert
      color={count === 0 ? 'red' : 'yellow'}
      variant="light"
      title={count === 0 ? recovery.none : recovery.few(count)}
    >
      {recovery.fewText}
    </Alert>
  );
}
