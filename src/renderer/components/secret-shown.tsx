import { Alert, Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react';
import { CopyButton } from './copy-button.tsx';

const HoldOpen = createContext((_isHeld: boolean) => {});

/** A dialog that can show a secret. While the secret is visible, only the button below it closes the dialog. */
export function SecretDialog(props: ModalProps) {
  const [isHeld, hold] = useState(false);
  return (
    <HoldOpen value={hold}>
      <Modal closeOnClickOutside={false} closeOnEscape={!isHeld} withCloseButton={!isHeld} {...props} />
    </HoldOpen>
  );
}

interface SecretShownProps {
  secret: string;
  /** The purpose of the secret, and that it must be stored now. */
  children: ReactNode;
  copyLabel: string;
  doneLabel: string;
  onClose: () => void;
}

/** Shows a secret once inside a `SecretDialog`, because the daemon does not return it again. */
export function SecretShown({ secret, children, copyLabel, doneLabel, onClose }: SecretShownProps) {
  const hold = useContext(HoldOpen);
  useLayoutEffect(() => {
    hold(true);
    return () => hold(false);
  }, [hold]);
  return (
    <Stack>
      <Text size="sm" component="div">
        {children}
      </Text>
      <Alert variant="light" color="gray" p="sm">
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Text>
          <CopyButton value={secret} label={copyLabel} />
        </Group>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose}>{doneLabel}</Button>
      </Group>
    </Stack>
  );
}
