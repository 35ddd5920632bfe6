import { Button, Chip, Group, Kbd, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { moderation as t } from '../../texts/moderation.ts';
import { texts } from '../../texts/texts.ts';

const MAX_REASON = 500;

interface RejectDialogProps {
  /** Null if the dialog is closed. */
  codes: CreatorCode[] | null;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Asks for the reason for a rejection, which the creator will read. */
export function RejectDialog({ codes, onClose, onReject }: RejectDialogProps) {
  const title = codes?.length === 1 ? t.rejectCode(codes[0]?.code ?? '') : t.rejectCodes(codes?.length ?? 0);
  return (
    // The dialog does not fade out, because the queue would ignore the keys for the next decision until it was gone.
    <Modal opened={codes !== null} onClose={onClose} title={title} transitionProps={{ exitDuration: 0 }}>
      <RejectForm count={codes?.length ?? 0} onClose={onClose} onReject={onReject} />
    </Modal>
  );
}

function RejectForm({ count, onClose, onReject }: Omit<RejectDialogProps, 'codes'> & { count: number }) {
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
          {t.reasonSeen(count)} {t.reasonKeys}
        </Text>
        <Textarea
          label={t.reason}
          data-autofocus
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            const preset = reason === '' ? t.reasons[Number(event.key) - 1] : undefined;
            if (preset === undefined && (event.key !== 'Enter' || event.shiftKey)) return;
            event.preventDefault();
            if (preset === undefined) submit();
            else setReason(preset);
          }}
        />
        <Chip.Group value={reason} onChange={(value) => setReason(String(value))}>
          <Group gap={6}>
            {t.reasons.map((preset, at) => (
              <Chip key={preset} value={preset} size="xs">
                <Kbd size="xs">{at + 1}</Kbd> {preset}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.common.cancel}
          </Button>
          <Button type="submit" color="red" disabled={text === ''}>
            {t.reject}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
