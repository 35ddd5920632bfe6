import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { SecretDialog, SecretShown } from '../../components/secret-shown.tsx';
import { keyPools } from '../../texts/key-pools.ts';
import { texts } from '../../texts/texts.ts';
import type { PoolKey } from './key-pools-queries.ts';

const t = keyPools.page;

interface RevealDialogProps {
  poolId: number;
  poolKey: PoolKey;
  onClose: () => void;
}

/** Asks before it shows a key, because the audit log records who saw it. */
export function RevealDialog({ poolId, poolKey, onClose }: RevealDialogProps) {
  const reveal = useMutation({
    mutationFn: () => ask('revealPoolKey', { params: { pool_id: poolId, key_id: poolKey.key_id } }),
    gcTime: 0,
  });
  return (
    <SecretDialog opened onClose={onClose} title={reveal.data ? t.revealed : t.revealTitle}>
      {reveal.data ? (
        <SecretShown secret={reveal.data.value} copyLabel={t.copy} doneLabel={t.done} onClose={onClose}>
          {poolKey.masked}
        </SecretShown>
      ) : (
        <Stack>
          <Text size="sm">{t.revealText}</Text>
          <FormProblem error={reveal.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.common.cancel}
            </Button>
            <Button loading={reveal.isPending} onClick={() => reveal.mutate()}>
              {t.reveal}
            </Button>
          </Group>
        </Stack>
      )}
    </SecretDialog>
  );
}
