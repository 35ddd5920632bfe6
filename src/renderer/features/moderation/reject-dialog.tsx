import { Button, Chip, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { plural } from '../../lib/format.ts';

const REASONS = ['Offensive', 'Too close to another code', 'A brand or a name of another person', 'Misleading'];
const MAX_REASON = 500;

interface RejectDialogProps {
  /** null: closed. */
  codes: CreatorCode[] | null;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** The creator reads the reason, so a rejection needs one. */
export function RejectDialog({ codes, onClose, onReject }: RejectDialogProps) {
  const title = codes?.length === 1 ? `Reject ${codes[0]?.code}` : `Reject ${plural(codes?.length ?? 0, 'code')}`;
  return (
    <Modal opened={codes !== null} onClose={onClose} title={title}>
      <RejectForm onClose={onClose} onReject={onReject} />
    </Modal>
  );
}

function RejectForm({ onClose, onReject }: Omit<RejectDialogProps, 'codes'>) {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  const submit = () => text !== '' && onReject(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          The creator sees the reason. The value becomes free again.
        </Text>
        <Textarea
          label="Reason"
          data-autofocus
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            submit();
          }}
        />
        <Chip.Group value={reason} onChange={(value) => setReason(String(value))}>
          <Group gap={6}>
            {REASONS.map((preset) => (
              <Chip key={preset} value={preset} size="xs">
                {preset}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red" disabled={text === ''}>
            Reject
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
