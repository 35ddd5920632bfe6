import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { SecretDialog } from '../../components/secret-shown.tsx';
import { texts } from '../../texts/texts.ts';
import { webhooks } from '../../texts/webhooks.ts';
import { SigningSecret } from './signing-secret.tsx';
import { shortUrl, type Webhook } from './webhooks-queries.ts';

const t = webhooks.rotation;

/** The options in the order in which they appear. The keys of an object would be in numerical order instead. */
const OVERLAPS = ['86400', '604800', '3600', '0'] as const;
const OPTIONS = OVERLAPS.map((value) => ({ value, label: t.overlaps[value] }));

export function RotateDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  return (
    <SecretDialog opened={webhook !== null} onClose={onClose} title={t.title}>
      {webhook && <RotateForm webhook={webhook} onClose={onClose} />}
    </SecretDialog>
  );
}

interface RotateFormProps {
  webhook: Webhook;
  onClose: () => void;
}

function RotateForm({ webhook: { webhook_id, url }, onClose }: RotateFormProps) {
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => ask('rotateWebhook', { params: { webhook_id }, body: { overlap_seconds: Number(overlap) } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  if (rotate.data) return <SigningSecret secret={rotate.data.secret} onClose={onClose} />;
  return (
    <Stack>
      <Text size="sm">{t.text(shortUrl(url))}</Text>
      <Select
        label={t.overlap}
        data={OPTIONS}
        value={overlap}
        onChange={(value) => setOverlap(value ?? '86400')}
        allowDeselect={false}
      />
      <FormProblem error={rotate.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.common.cancel}
        </Button>
        <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
          {t.make}
        </Button>
      </Group>
    </Stack>
  );
}
