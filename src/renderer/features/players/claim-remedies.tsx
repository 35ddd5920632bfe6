import { Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../client/ask.ts';
import { notifyDone } from '../../client/notify.ts';
import { IconGift, IconRotateClockwise } from '../../components/icons.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { DANGER, RowMenu } from '../../components/row-menu.tsx';
import { players as catalogue } from '../../texts/players.ts';
import type { Claim } from './players-queries.ts';

const t = catalogue.remedies;
const REMEDIES = {
  grant: {
    endpoint: 'grantClaimAgain',
    title: t.grantTitle,
    text: t.grantText,
    confirm: t.grantConfirm,
    done: t.granted,
  },
  release: {
    endpoint: 'releaseClaim',
    title: t.releaseTitle,
    text: t.releaseText,
    confirm: t.releaseConfirm,
    done: t.releasedDone,
  },
} as const;
type Remedy = keyof typeof REMEDIES;

/** Offers support's two remedies for a claim. Each needs a reason, and the audit log records who used it. */
export function ClaimRemedies({ claim }: { claim: Claim }) {
  const [asked, setAsked] = useState<Remedy | null>(null);
  // The dialog keeps its text while it closes.
  const [last, setLast] = useState<Remedy>('grant');
  const { code, redemption_id, released_at } = claim;
  const queries = useQueryClient();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: async ({ remedy, reason }: { remedy: Remedy; reason: string }): Promise<void> => {
      await ask(REMEDIES[remedy].endpoint, { params: { redemption_id }, body: { reason } });
    },
    onSuccess: (_, { remedy }) => {
      notifyDone(REMEDIES[remedy].done);
      close();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['players'] });
      void queries.invalidateQueries({ queryKey: ['claims'] });
    },
  });
  const close = () => {
    setAsked(null);
    reset();
  };
  const open = (remedy: Remedy) => {
    setAsked(remedy);
    setLast(remedy);
  };
  if (released_at !== null) return null;
  const { title, text, confirm } = REMEDIES[last];
  return (
    <>
      <RowMenu label={t.actionsFor(code)}>
        <Menu.Item leftSection={<IconGift size={16} />} onClick={() => open('grant')}>
          {t.grantAgain}
        </Menu.Item>
        <Menu.Item color={DANGER} leftSection={<IconRotateClockwise size={16} />} onClick={() => open('release')}>
          {t.releaseItem}
        </Menu.Item>
      </RowMenu>
      <ReasonDialog
        isOpen={asked !== null}
        title={title}
        confirm={confirm}
        error={error}
        isBusy={isPending}
        onClose={close}
        onSubmit={(reason) => mutate({ remedy: last, reason })}
      >
        {text(code)}
      </ReasonDialog>
    </>
  );
}
