import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { askedQuestion } from '../lib/confirm.ts';
import { useStore } from '../lib/store.ts';

/** Shows the question of `confirmFirst`. */
export function ConfirmDialog() {
  const asked = useStore(askedQuestion);
  // The dialog keeps its text while it closes.
  const [last, setLast] = useState(asked);
  if (asked && asked !== last) setLast(asked);
  if (!last) return null;
  const { title, children, confirm, cancel, isDangerous = false } = last.question;
  return (
    // A click outside does not cancel, because it may be the second half of a double click on the button that asks.
    <Modal
      opened={asked !== null}
      onClose={() => last.answer(false)}
      title={title}
      size="sm"
      closeOnClickOutside={false}
    >
      <Text size="sm" component="div">
        {children}
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" data-autofocus={isDangerous || undefined} onClick={() => last.answer(false)}>
          {cancel}
        </Button>
        <Button
          {...(isDangerous && { color: 'red' })}
          data-autofocus={!isDangerous || undefined}
          onClick={() => last.answer(true)}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
