import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';

interface SecretShownProps {
  secret: string;
  /** What the secret is for, and that it must be stored now. */
  children: ReactNode;
  copyLabel: string;
  doneLabel: string;
  onClose: () => void;
}

/** Of a dialog: while it shows a secret, only the button of `SecretShown` closes it, or a slip would lose the secret. */
export const heldOpen = (isShown: boolean) => ({ closeOnEscape: !isShown, withCloseButton: !isShown });

/** Shows a secret once; the daemon does not return it again. */
export function SecretShown({ secret, children, copyLabel, doneLabel, onClose }: SecretShownProps) {
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
