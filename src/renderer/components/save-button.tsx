import { Button, type ButtonProps, Group, Text, Title, type TitleOrder } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconDownload } from './icons.tsx';

interface SaveButtonProps extends Pick<ButtonProps, 'size' | 'fullWidth' | 'disabled'> {
  label: string;
  /** The name for screen readers if the label does not identify the file. */
  'aria-label'?: string;
  onSave: () => Promise<unknown>;
}

/** Saves a file, and shows a spinner until the file is saved. */
export function SaveButton({ label, size = 'xs', onSave, ...look }: SaveButtonProps) {
  const save = useMutation({ mutationFn: onSave });
  return (
    <Button
      {...look}
      size={size}
      variant="default"
      leftSection={<IconDownload size={size === 'xs' ? 14 : 16} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      {label}
    </Button>
  );
}

interface HeadProps {
  title: ReactNode;
  order: TitleOrder;
  /** The ID by which the title labels another element. */
  id?: string;
  note: string;
  save: Pick<SaveButtonProps, 'label' | 'onSave'>;
}

/** The header of a section that can be saved as a file. */
export const HeadWithSave = ({ title, order, id, note, save }: HeadProps) => (
  <Group justify="space-between" align="flex-start">
    <div>
      <Title order={order} size="h5" {...(id && { id })}>
        {title}
      </Title>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </div>
    <SaveButton {...save} />
  </Group>
);
