import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Creator, useChangeCreator } from '../../client/creators.ts';
import { notifyProblem } from '../../client/notify.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { confirmFirst } from '../../lib/confirm.ts';
import { useSettled } from '../../lib/settled.ts';
import { creators as catalogue } from '../../texts/creators.ts';

const t = catalogue.payout;

/** Shows whether the creator's payouts are frozen, and why. Finance can freeze them and lift the freeze. */
export function PayoutHold({ creator, mayChange }: { creator: Creator; mayChange: boolean }) {
  const { payout_hold } = creator;
  return (
    <Stack className="card" p="lg" gap="xs" component="section" aria-labelledby="hold-title">
      <Title order={2} size="h5" id="hold-title">
        {t.holdTitle}
      </Title>
      <Text size="sm">{payout_hold === null ? t.notHeld : t.heldNow}</Text>
      {payout_hold !== null && (
        <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {payout_hold}
        </Text>
      )}
      {mayChange && <HoldButton creator={creator} />}
    </Stack>
  );
}

function HoldButton({ creator }: { creator: Creator }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending, reset } = useChangeCreator(creator);
  const isHeld = creator.payout_hold !== null;
  const isSettled = useSettled(String(isHeld));
  const close = () => {
    setIsAsking(false);
    reset();
  };
  const release = async () => {
    const children = <Text size="sm">{t.releaseText}</Text>;
    if (!(await confirmFirst({ title: t.releaseTitle, children, confirm: t.release, cancel: t.cancel }))) return;
    const request = { change: { payout_hold: null }, done: t.released };
    mutate(request, { onError: (refusal) => notifyProblem(catalogue.failed, refusal) });
  };
  return (
    <Group mt="xs">
      <Button
        variant="default"
        aria-disabled={!isSettled}
        disabled={isPending}
        onClick={() => isSettled && (isHeld ? void release() : setIsAsking(true))}
      >
        {isHeld ? t.release : t.freeze}
      </Button>
      <ReasonDialog
        isOpen={isAsking}
        title={t.freezeTitle}
        confirm={t.freeze}
        error={error}
        isBusy={isPending}
        onClose={close}
        onSubmit={(reason) => mutate({ change: { payout_hold: reason }, done: t.frozen }, { onSuccess: close })}
      >
        {t.freezeText}
      </ReasonDialog>
    </Group>
  );
}
