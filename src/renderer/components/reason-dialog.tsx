import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lists as t } from '../texts/lists.ts';
import { texts } from '../texts/texts.ts';
import { FormProblem } from './form-problem.tsx';

const MAX_REASON = 500;

interface ReasonDialogProps {
  isOpen: boolean;
  title: string;
  /** The explanation of what the action does. */
  children: ReactNode;
  confirm: string;
  error: unknown;
  isBusy: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Asks for the reason for an action that cannot be undone. */
export function ReasonDialog({ isOpen, title, onClose, ...form }: ReasonDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <ReasonForm {...form} onClose={onClose} />
    </Modal>
  );
}

type ReasonFormProps = Omit<ReasonDialogProps, 'isOpen' | 'title'>;

function ReasonForm({ children, confirm, error, isBusy, onClose, onSubmit }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') onSubmit(text);
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
        <Textarea
          label={t.reason}
          description={t.reasonHelp}
          data-autofocus
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FormProblem error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" color="red" disabled={text === ''} loading={isBusy}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
