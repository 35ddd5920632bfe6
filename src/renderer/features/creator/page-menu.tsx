import { Button, Code, Group, Menu, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { bridge } from '../../client/bridge.ts';
import { type Creator, nameOfCreator } from '../../client/creators.ts';
import { notifyDone, notifyProblem } from '../../client/notify.ts';
import { useMay } from '../../client/session.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { RowMenu } from '../../components/row-menu.tsx';
import { formatTime } from '../../lib/format.ts';
import { creators } from '../../texts/creators.ts';
import { texts } from '../../texts/texts.ts';
import { MergeDialog } from './merge-dialog.tsx';

const { page: t } = creators;

/** Shows the actions for the creator page, and the action that merges the creator. */
export function PageMenu({ creator }: { creator: Creator }) {
  const may = useMay();
  const [isMerging, setMerging] = useState(false);
  const params = { creator_id: creator.creator_id };
  const invite = useMutation({
    mutationFn: () => ask('inviteCreator', { params }),
    onSuccess: ({ email, expires_at, mail_ready }) =>
      notifyDone(mail_ready ? t.invited(email, formatTime(expires_at)) : t.invitedLater(email)),
    onError: (error) => notifyProblem(t.notInvited, error),
  });
  const view = useMutation({
    mutationFn: () => ask('viewCreatorPage', { params }),
    onError: (error) => notifyProblem(t.notShown, error),
  });
  return (
    <>
      <RowMenu label={t.actions(nameOfCreator(creator))} width={260}>
        <Menu.Item onClick={() => view.mutate()}>{t.view}</Menu.Item>
        {may('inviteCreator') && (
          <Menu.Item disabled={creator.email === null} onClick={() => invite.mutate()}>
            {creator.email === null ? t.inviteNowhere : t.invite}
          </Menu.Item>
        )}
        {may('mergeCreator') && creator.merged_into === null && creator.merged_creators.length === 0 && (
          <Menu.Item onClick={() => setMerging(true)}>{creators.merge.open}</Menu.Item>
        )}
      </RowMenu>
      {isMerging && <MergeDialog creator={creator} onClose={() => setMerging(false)} />}
      <Modal opened={view.data !== undefined} onClose={view.reset} title={t.viewTitle(nameOfCreator(creator))}>
        {view.data && <Link url={view.data.url} onClose={view.reset} />}
      </Modal>
    </>
  );
}

function Link({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Stack>
      <Text size="sm">{t.viewText}</Text>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Code style={{ overflowWrap: 'anywhere' }}>{url}</Code>
        <CopyButton value={url} label={t.copy} />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {texts.common.close}
        </Button>
        {/* The desktop app cannot open the page in a tab. */}
        {!bridge.desktop && (
          <Button component="a" href={url} target="_blank" rel="noreferrer" onClick={onClose}>
            {t.open}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
