import { Button, Skeleton, Stack } from '@mantine/core';
import { IconChecks } from '../../components/icons.tsx';
import { EmptyState } from '../../components/states.tsx';
import { moderation as t } from '../../texts/moderation.ts';

export const LoadingQueue = () => (
  <Stack p="md" gap="md" aria-busy aria-label={t.loading}>
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <Skeleton key={row} h={32} />
    ))}
  </Stack>
);

/** Appears when all codes on a page have been decided on. The next codes appear after the daemon's response. */
export function PageDone({ onFirst, isFetching }: { onFirst: () => void; isFetching: boolean }) {
  if (isFetching) return <LoadingQueue />;
  return (
    <EmptyState
      icon={<IconChecks size={26} />}
      title={t.pageDone}
      action={
        <Button variant="default" onClick={onFirst}>
          {t.toOldest}
        </Button>
      }
    >
      {t.othersWait}
    </EmptyState>
  );
}
