import { Button, Modal, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { notifyDone } from '../../client/notify.ts';
import { addPasskey, mayAddPasskeys, OWN_PASSKEYS } from '../../client/passkeys.ts';
import { Instant } from '../../components/instant.tsx';
import { PasskeyNameField } from '../../components/passkey-name-field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { passkeys as t } from '../../texts/passkeys.ts';
import { FactorForm } from './factor-form.tsx';
import { type NewCodes, NewCodesDialog } from './new-codes.tsx';
import { type TypedProof, useProof } from './proof.ts';
import { useOwnStaff } from './use-own-staff.ts';

type Passkey = AnswerOf<Endpoints['listOwnPasskeys']>['data'][number];

/** Lists, adds and removes the person's passkeys. */
export function Passkeys() {
  const query = useQuery(OWN_PASSKEYS);
  const [isAdding, setAdding] = useState(false);
  const [shown, setShown] = useState<NewCodes | null>(null);
  const isAvailable = mayAddPasskeys(query.data);
  return (
    <Stack p="lg" className="card" component="section" aria-labelledby="passkeys-title">
      <div>
        <Title order={2} size="h4" id="passkeys-title">
          {t.title}
        </Title>
        <Text size="sm" c="dimmed">
          {query.data && !isAvailable ? t.notHere : t.note}
        </Text>
      </div>
      {query.error && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      )}
      {query.isPending && <Skeleton h={42} />}
      {query.data && query.data.data.length > 0 && <List passkeys={query.data.data} />}
      {isAvailable && !isAdding && (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        </div>
      )}
      {isAdding && <AddForm onClose={() => setAdding(false)} onCodes={(codes) => setShown({ codes, done: t.done })} />}
      {shown && <NewCodesDialog {...shown} onSaved={() => setShown(null)} />}
    </Stack>
  );
}

/** @param props.onCodes receives the recovery codes if the person had no second factor before */
function AddForm({ onClose, onCodes }: { onClose: () => void; onCodes: (codes: string[]) => void }) {
  const cache = useQueryClient();
  const { noteChange } = useOwnStaff();
  const { proofOf } = useProof();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: async (typed: TypedProof) => addPasskey({ name: name.trim(), ...(await proofOf(typed)) }),
    onSuccess: ({ recovery_codes: codes }) => {
      noteChange({ has_passkey: true, ...(codes && { recovery_codes_left: codes.length }) });
      onClose();
      if (codes) onCodes(codes);
      else notifyDone(t.done);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: OWN_PASSKEYS.queryKey }),
  });
  return (
    <FactorForm
      title={t.add}
      note={t.addNote}
      submit={t.start}
      error={add.error}
      isBusy={add.isPending}
      isReady={name.trim() !== ''}
      onSubmit={add.mutate}
      onCancel={onClose}
    >
      <PasskeyNameField value={name} onChange={setName} />
    </FactorForm>
  );
}

function List({ passkeys }: { passkeys: readonly Passkey[] }) {
  const cache = useQueryClient();
  const { staff, noteChange } = useOwnStaff();
  const { proofOf } = useProof();
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const remove = useMutation({
    mutationFn: async ({ passkey_id, ...typed }: TypedProof & { passkey_id: number }) =>
      ask('removePasskey', { params: { passkey_id }, body: await proofOf(typed) }),
    onSuccess: ({ has_passkey }) => {
      const hasFactor = has_passkey || staff.totp;
      noteChange({ has_passkey, ...(!hasFactor && { recovery_codes_left: 0 }) });
      setChosen(null);
      notifyDone(t.removed);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: OWN_PASSKEYS.queryKey }),
  });
  const choose = (passkey: Passkey | null) => {
    remove.reset();
    setChosen(passkey);
  };
  return (
    <>
      <Table.ScrollContainer minWidth={380}>
        <Table aria-label={t.list}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.name}</Table.Th>
              <Table.Th>{t.added}</Table.Th>
              <Table.Th>{t.used}</Table.Th>
              <Table.Th />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passkeys.map((passkey) => (
              <Table.Tr key={passkey.passkey_id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{passkey.name}</Table.Td>
                <Table.Td>
                  <Instant at={passkey.created_at} day />
                </Table.Td>
                <Table.Td>{passkey.last_used_at ? <Instant at={passkey.last_used_at} day /> : t.never}</Table.Td>
                <Table.Td ta="right">
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t.removeNamed(passkey.name)}
                    onClick={() => choose(passkey)}
                  >
                    {t.remove}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {chosen && (
        <Modal opened onClose={() => choose(null)} title={t.removeTitle(chosen.name)}>
          <FactorForm
            title={t.removeTitle(chosen.name)}
            note={t.removeNote}
            submit={t.remove}
            isDangerous
            error={remove.error}
            isBusy={remove.isPending}
            onSubmit={(typed) => remove.mutate({ ...typed, passkey_id: chosen.passkey_id })}
            onCancel={() => choose(null)}
          />
        </Modal>
      )}
    </>
  );
}
