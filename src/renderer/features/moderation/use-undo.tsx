import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ask } from '../../lib/ask.ts';
import type { CreatorCode } from '../../lib/creator-codes.ts';
import { plural } from '../../lib/format.ts';
import { notifyDone, notifyNote, notifyProblem, notifyUndoable } from '../../lib/notify.ts';

const nameOf = (codes: CreatorCode[]) => (codes.length === 1 ? (codes[0]?.code ?? '') : plural(codes.length, 'code'));

/** The last decision, while its message still waits in the outbox and the user can undo it. */
export function useUndo() {
  const queries = useQueryClient();
  const last = useRef<(() => void) | null>(null);
  const { mutate } = useMutation({
    mutationFn: (codes: CreatorCode[]) =>
      ask('undoDecisions', { body: { code_ids: codes.map(({ code_id }) => code_id) } }),
    onSuccess: ({ undone, skipped }, codes) => {
      const named = (ids: readonly number[]) => nameOf(codes.filter(({ code_id }) => ids.includes(code_id)));
      if (undone.length > 0) notifyDone(`${named(undone)} ${undone.length === 1 ? 'waits' : 'wait'} again.`);
      if (skipped.length > 0)
        notifyNote(`Too late to undo, or no longer possible: ${named(skipped.map(({ code_id }) => code_id))}.`);
    },
    onError: (error) => notifyProblem('Nothing was undone', error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['creator-codes'] }),
  });
  /** Shows what was decided, with an Undo button. */
  const offer = (codes: CreatorCode[], decision: 'approve' | 'reject') => {
    const undo = () => {
      hide();
      last.current = null;
      mutate(codes);
    };
    const hide = notifyUndoable(
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          {nameOf(codes)} {decision === 'approve' ? 'approved' : 'rejected'}.
        </Text>
        <Button size="compact-sm" variant="subtle" onClick={undo}>
          Undo
        </Button>
      </Group>,
    );
    last.current = undo;
  };
  return { offer, undoLast: () => last.current?.() };
}
