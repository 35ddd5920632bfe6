import { ActionIcon, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comment } from '../../client/activity.ts';
import { ask } from '../../client/ask.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { confirmFirst } from '../../lib/confirm.ts';
import { activity as t } from '../../texts/activity.ts';
import { IconTrash } from '../first-icons.tsx';
import { Instant } from '../instant.tsx';
import classes from './activity.module.css';

export const CommentEntry = ({ comment }: { comment: Comment }) => (
  <div className={`card ${classes.comment}`}>
    <Group justify="space-between" wrap="nowrap" gap="xs" mih={28}>
      <Text size="xs" c="dimmed">
        <Text span inherit fw={600} c="var(--mantine-color-text)">
          <bdi>{comment.by.name}</bdi>
        </Text>{' '}
        · <Instant at={comment.at} />
      </Text>
      {comment.may_delete && <RemoveButton comment={comment} />}
    </Group>
    <Text size="sm" className={classes.text} dir="auto">
      {comment.text}
    </Text>
    {comment.mentioned.length > 0 && (
      <Text size="xs" c="dimmed" mt={6}>
        {t.mentioned(comment.mentioned.map(({ name }) => name).join(', '))}
      </Text>
    )}
  </div>
);

function RemoveButton({ comment: { comment_id, by } }: { comment: Comment }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => ask('deleteComment', { params: { comment_id } }),
    onSuccess: () => notifyDone(t.removed),
    onError: (error) => notifyProblem(t.notRemoved, error),
    onSettled: () => queries.invalidateQueries({ queryKey: ['activity'] }),
  });
  const { text, ...question } = t.question;
  const start = async () => {
    if (await confirmFirst({ ...question, children: text, isDangerous: true })) remove.mutate();
  };
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={t.remove(by.name)}
      loading={remove.isPending}
      onClick={() => void start()}
    >
      <IconTrash size={16} />
    </ActionIcon>
  );
}
