import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProblem } from '../../components/form-problem.tsx';
import { ask } from '../../lib/ask.ts';
import { shortUrl, type Webhook } from '../../lib/webhooks.ts';
import { SigningSecret } from './signing-secret.tsx';

const OVERLAPS = [
  { value: '86400', label: 'For a day' },
  { value: '604800', label: 'For a week' },
  { value: '3600', label: 'For an hour' },
  { value: '0', label: 'Not at all: the old one leaked' },
];

export function RotateDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  return (
    <Modal opened={webhook !== null} onClose={onClose} title="Rotate the secret" closeOnClickOutside={false}>
      {webhook && <RotateForm webhook={webhook} onClose={onClose} />}
    </Modal>
  );
}

function RotateForm({ webhook: { webhook_id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => ask('rotateWebhook', { params: { webhook_id }, body: { overlap_seconds: Number(overlap) } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Stack>
      <Text size="sm">
        {shortUrl(url)} gets a new secret. Messages are signed with the old one too for a while, so that your server can
        change over without losing any.
      </Text>
      <Select
        label="Sign with the old one too"
        data={OVERLAPS}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '86400')}
        allowDeselect={false}
      />
      <FormProblem error={rotate.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
          Make a new secret
        </Button>
      </Group>
    </Stack>
  );
}
