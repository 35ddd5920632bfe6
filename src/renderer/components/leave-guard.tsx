import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { confirmFirst } from '../lib/confirm.ts';
import { texts } from '../texts/texts.ts';
import { giveUpUnsaved, hasUnsaved, useUnsaved } from './unsaved.ts';

const { title: TITLE, text: LOST, confirm: LEAVE, cancel: STAY } = texts.shell.leave;

/** Asks before unsaved input is lost: when another screen opens, the page closes, or `leaveGuarded` is called. */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  useUnsaved(isDirty);
  const blocker = useBlocker({
    // If only the search parameters change, the user stays on the screen.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsaved,
    disabled: !isDirty,
    withResolver: true,
  });
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={() => blocker.reset?.()} title={TITLE} size="sm">
      <Text size="sm">{LOST}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          {STAY}
        </Button>
        <Button color="red" onClick={() => blocker.proceed?.()}>
          {LEAVE}
        </Button>
      </Group>
    </Modal>
  );
}

/** Leaves the screens, for example to sign out. If a form has unsaved changes, the user must confirm first. */
export async function leaveGuarded(leave: () => void): Promise<void> {
  const question = { title: TITLE, children: LOST, confirm: LEAVE, cancel: STAY, isDangerous: true };
  if (hasUnsaved() && !(await confirmFirst(question))) return;
  giveUpUnsaved();
  leave();
}
