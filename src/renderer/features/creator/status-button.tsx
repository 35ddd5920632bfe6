import { Button, Text } from '@mantine/core';
import { type Creator, useChangeCreator } from '../../client/creators.ts';
import { notifyProblem } from '../../client/notify.ts';
import { confirmFirst } from '../../lib/confirm.ts';
import { useSettled } from '../../lib/settled.ts';
import { creators as t } from '../../texts/creators.ts';

/** Suspends an active creator or reactivates a suspended one, after confirmation. */
export function StatusButton({ creator }: { creator: Creator }) {
  const { mutate, isPending } = useChangeCreator(creator);
  const isSettled = useSettled(creator.status);
  const isActive = creator.status === 'active';
  const words = isActive ? t.suspend : t.reactivate;
  const start = async () => {
    const children = <Text size="sm">{words.text}</Text>;
    const { title, confirm, cancel } = words;
    if (!(await confirmFirst({ title, children, confirm, cancel, isDangerous: isActive }))) return;
    const request = { change: { status: isActive ? 'suspended' : 'active' } as const, done: words.done };
    mutate(request, { onError: (error) => notifyProblem(t.failed, error) });
  };
  return (
    <Button variant="default" aria-disabled={!isSettled} disabled={isPending} onClick={() => isSettled && void start()}>
      {words.button}
    </Button>
  );
}
