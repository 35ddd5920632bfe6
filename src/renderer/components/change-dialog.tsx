import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

interface ChangeDialogProps {
  title: string;
  save: string;
  isBusy: boolean;
  isUnchanged?: boolean;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
}

/** A form that changes many rows at once. */
export const ChangeDialog = ({
  title,
  save,
  isBusy,
  isUnchanged = false,
  onClose,
  onSubmit,
  children,
}: ChangeDialogProps) => (
  <Modal opened onClose={onClose} title={title}>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack>
        {children}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isUnchanged}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
