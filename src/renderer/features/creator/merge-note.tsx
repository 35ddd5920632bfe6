import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../../client/ask.ts';
import type { Creator } from '../../client/creators.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { useMay } from '../../client/session.ts';
import { CreatorLink } from '../../components/creator-link.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { formatTime } from '../../lib/format.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.merge;

/** Shows the creator that this one was merged into, or those merged into this one; nothing if there was no merge. */
export function MergeNote({ creator: { creator_id, merged_into, merged_creators } }: { creator: Creator }) {
  const may = useMay();
  if (merged_creators.length > 0)
    return (
      <Alert variant="light" color="gray" mb="md" title={t.includes(merged_creators.length)}>
        <Group gap="xs">
          {merged_creators.map((one) => (
            <CreatorLink key={one.creator_id} {...one} />
          ))}
        </Group>
      </Alert>
    );
  if (!merged_into) return null;
  const { merged_at, can_undo } = merged_into;
  return (
    <Alert
      variant="light"
      color="orange"
      mb="md"
      title={
        <>
          {t.mergedInto} <CreatorLink {...merged_into} />
        </>
      }
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.mergedText(formatTime(merged_at))}</Text>
        {can_undo && may('undoCreatorMerge') && <UndoButton creatorId={creator_id} />}
        {!can_undo && <Text size="sm">{t.final}</Text>}
      </Stack>
    </Alert>
  );
}

function UndoButton({ creatorId }: { creatorId: string }) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => ask('undoCreatorMerge', { params: { creator_id: creatorId } }),
    onSuccess: () => notifyDone(t.undone),
    onError: (refusal) => notifyProblem(catalogue.failed, refusal),
    onSettled: () => queries.invalidateQueries({ queryKey: ['creators'] }),
  });
  const askFirst = async () => {
    const question = { title: t.undoTitle, children: t.undoText, confirm: t.undo, cancel: t.cancel };
    if (await confirmFirst(question)) undo.mutate();
  };
  return (
    <Button variant="default" size="xs" loading={undo.isPending} onClick={() => void askFirst()}>
      {t.undo}
    </Button>
  );
}
