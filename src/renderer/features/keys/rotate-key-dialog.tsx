import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { SecretDialog, SecretShown } from '../../components/secret-shown.tsx';
import { formatTime } from '../../lib/format.ts';
import { keys as t } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import type { ApiKey } from './keys-queries.ts';

type Overlap = keyof typeof t.overlaps;
const OVERLAPS: readonly Overlap[] = ['86400', '604800', '2592000', '3600', '0'];

export function RotateKeyDialog({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  return (
    <SecretDialog opened={apiKey !== null} onClose={onClose} title={t.rotateTitle}>
      {apiKey && <RotateForm apiKey={apiKey} onClose={onClose} />}
    </SecretDialog>
  );
}

interface RotateFormProps {
  apiKey: ApiKey;
  onClose: () => void;
}

function RotateForm({ apiKey, onClose }: RotateFormProps) {
  const { key_id, name, version } = apiKey;
  const queries = useQueryClient();
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const rotate = useMutation({
    mutationFn: () => ask('rotateApiKey', { params: { key_id }, body: { overlap_seconds: Number(overlap), version } }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['keys'] });
    },
  });
  if (rotate.data)
    return (
      <SecretShown secret={rotate.data.key} copyLabel={t.copyKey} doneLabel={t.stored} onClose={onClose}>
        {t.shown} {overlap === '0' ? null : endOf(apiKey, overlap, rotate.submittedAt)}
      </SecretShown>
    );
  return (
    <Stack>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.rotateText(name)}
      </Text>
      <Select
        label={t.overlap}
        data={OVERLAPS.map((value) => ({ value, label: t.overlaps[value] }))}
        value={overlap}
        onChange={(value) => setOverlap((value ?? '86400') as Overlap)}
        allowDeselect={false}
        description={endOf(apiKey, overlap, Date.now())}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <FormProblem error={rotate.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.common.cancel}
        </Button>
        <Button onClick={() => rotate.mutate()} loading={rotate.isPending}>
          {t.rotateButton}
        </Button>
      </Group>
    </Stack>
  );
}

/** Describes how long the old key will work: until the end of the overlap or its own expiry, whichever is earlier. */
function endOf({ expires_at }: ApiKey, overlap: Overlap, now: number): string {
  if (overlap === '0') return t.oldEndsNow;
  const until = now + Number(overlap) * 1000;
  if (expires_at !== null && Date.parse(expires_at) < until) return t.oldEndsEarlier(formatTime(expires_at));
  return t.oldWorksUntil(formatTime(new Date(until).toISOString()));
}
