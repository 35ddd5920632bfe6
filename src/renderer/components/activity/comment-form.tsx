import { Button, Group, MultiSelect, Stack, Textarea } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { COMMENT_LIMITS } from '../../../../daemon/contract/words.ts';
import { addComment, type NewComment, type Person, type Subject } from '../../client/activity.ts';
import { notifyDone } from '../../client/notify.ts';
import { useSession } from '../../client/session.ts';
import { activity as t } from '../../texts/activity.ts';
import { FormProblem } from '../form-problem.tsx';
import { LeaveGuard } from '../leave-guard.tsx';

interface CommentFormProps {
  of: Subject;
  colleagues: readonly Person[];
}

const EMPTY: NewComment = { text: '', mentions: [] };

/** Unsent comments by person and object, so that they are still there when the person returns from another tab. */
const begun = new Map<string, NewComment>();

export function CommentForm({ of, colleagues }: CommentFormProps) {
  const queries = useQueryClient();
  const key = `${useSession().session.staff.staff_id} ${of.kind} ${of.id}`;
  const [comment, setComment] = useState(begun.get(key) ?? EMPTY);
  const change = (next: NewComment) => {
    begun.set(key, next);
    setComment(next);
  };
  const add = useMutation({
    mutationFn: () => addComment(of, comment),
    onSuccess: () => {
      begun.delete(key);
      setComment(EMPTY);
      notifyDone(t.added);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['activity'] }),
  });
  const isEmpty = comment.text.trim() === '';
  const send = (event?: FormEvent) => {
    event?.preventDefault();
    if (!isEmpty && !add.isPending) add.mutate();
  };
  return (
    <form onSubmit={send} className="card" style={{ padding: 16 }}>
      <LeaveGuard isDirty={!isEmpty} />
      <Stack gap="sm">
        <Textarea
          label={t.comment}
          description={t.commentHint}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={COMMENT_LIMITS.text}
          value={comment.text}
          onChange={(event) => change({ ...comment, text: event.currentTarget.value })}
          onKeyDown={getHotkeyHandler([['mod+Enter', () => send()]])}
        />
        <MultiSelect
          label={t.tell}
          description={t.tellHint}
          searchable
          clearable
          hidePickedOptions
          maxValues={COMMENT_LIMITS.mentions}
          data={colleagues.map(({ staff_id, name }) => ({ value: String(staff_id), label: name }))}
          value={comment.mentions.map(String)}
          onChange={(ids) => change({ ...comment, mentions: ids.map(Number) })}
        />
        <FormProblem error={add.error} />
        <Group justify="flex-end">
          <Button type="submit" disabled={isEmpty} loading={add.isPending}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
