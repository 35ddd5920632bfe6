import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';

/** Shows a secret once; the daemon does not return it again. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">
        Your server checks each message’s signature with this secret, as Standard Webhooks defines. Store it now: the
        Portal does not show it again.
      </Text>
      <Alert variant="light" color="gray" p="sm">
        <Group gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" className="mono" style={{ overflowWrap: 'anywhere' }}>
            {secret}
          </Text>
          <CopyButton value={secret} label="Copy the secret" />
        </Group>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose}>I have stored it</Button>
      </Group>
    </Stack>
  );
}
