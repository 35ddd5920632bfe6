import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { IconRefresh } from '../../components/first-icons.tsx';
import { webhooks } from '../../texts/webhooks.ts';

const t = webhooks.deliveries;

/** Sends a delivery again. The receiver can recognise a repeat by the message's ID. */
export function ReplayDelivery({ deliveryId, isGone }: { deliveryId: number; isGone: boolean }) {
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => ask('replayDelivery', { params: { delivery_id: deliveryId } }),
    onSuccess: () => notifyDone(t.sentAgain),
    onError: (error) => notifyProblem(t.notSentAgain, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  return (
    <Group gap="sm">
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        loading={replay.isPending}
        disabled={isGone}
        onClick={() => replay.mutate()}
      >
        {t.sendAgain}
      </Button>
      <Text size="sm" c="dimmed" flex={1}>
        {isGone ? t.isGone : t.sameId}
      </Text>
    </Group>
  );
}
