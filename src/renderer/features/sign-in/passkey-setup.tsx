import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, mayAddPasskeys, OWN_PASSKEYS } from '../../client/passkeys.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { PasskeyNameField } from '../../components/passkey-name-field.tsx';
import { passkeys as t } from '../../texts/passkeys.ts';
import { secondFactor } from '../../texts/second-factor.ts';

/** Offers a passkey instead of an authenticator app, if the browser and the daemon support passkeys. */
export function PasskeyInstead({ onChoose }: { onChoose: () => void }) {
  const { data } = useQuery(OWN_PASSKEYS);
  if (!mayAddPasskeys(data)) return null;
  return (
    <Button variant="default" fullWidth size="md" onClick={onChoose}>
      {t.instead}
    </Button>
  );
}

interface PasskeySetupProps {
  /** Called once the passkey has been added. The recovery codes are not shown anywhere else. */
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Adds a passkey for a person who has no second factor yet. */
export function PasskeySetup({ onDone, onCancel }: PasskeySetupProps) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const add = useMutation({
    mutationFn: () => addPasskey({ name: name.trim(), password }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes ?? []),
  });
  return (
    <form
      aria-label={t.add}
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack>
        <Text size="sm">{t.addNote}</Text>
        <PasskeyNameField value={name} onChange={setName} />
        <PasswordInput
          label={secondFactor.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': secondFactor.showPassword }}
        />
        <FormProblem error={add.error} />
        <Group>
          <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || password === ''}>
            {t.start}
          </Button>
          <Button variant="subtle" color="gray" onClick={onCancel}>
            {secondFactor.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
