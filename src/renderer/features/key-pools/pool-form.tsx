import { Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask, fieldErrors, problemOf } from '../../client/ask.ts';
import { type FieldLooks, useEdit } from '../../client/edit.ts';
import { KEY_POOLS, type KeyPool, keyPoolQuery } from '../../client/key-pools.ts';
import { notifyDone } from '../../client/notify.ts';
import { wholeNumberFault, wholeNumberOf } from '../../client/whole-number.ts';
import { ConflictDialog } from '../../components/conflict-dialog.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { formatCount } from '../../lib/format.ts';
import { keyPools as t } from '../../texts/key-pools.ts';
import { texts } from '../../texts/texts.ts';

const MOST_LOW = 1_000_000_000;
/** The default low stock: the pool is reported while there is still time to get more keys. */
const USUAL_LOW = 20;

interface PoolFields {
  name: string;
  low_stock: number;
}

/** Creates a pool in a dialog above the list, then opens it, because it still needs keys. */
export function NewKeyPoolPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: PoolFields) => ask('createKeyPool', { body }),
    onSuccess: ({ pool_id, name }) => {
      void queries.invalidateQueries({ queryKey: KEY_POOLS });
      notifyDone(t.form.created(name));
      void navigate({ to: '/key-pools/$poolId', params: { poolId: String(pool_id) }, ignoreBlocker: true });
    },
  });
  const leave = () => void navigate({ to: '/key-pools', search: true });
  return (
    <Modal opened onClose={leave} title={t.form.new} closeOnClickOutside={false}>
      <PoolForm
        initial={{ name: '', low_stock: USUAL_LOW }}
        label={t.form.create}
        error={create.error}
        isBusy={create.isPending}
        onSubmit={create.mutate}
        onCancel={leave}
      />
    </Modal>
  );
}

export function EditKeyPoolPage() {
  const { poolId } = useParams({ from: '/key-pools/$poolId' });
  const navigate = useNavigate();
  const pool = useQuery(keyPoolQuery(Number(poolId))).data;
  const leave = (isSaved: boolean) =>
    void navigate({ to: '/key-pools/$poolId', params: { poolId }, search: true, ignoreBlocker: isSaved });
  return (
    <Modal opened onClose={() => leave(false)} title={t.form.edit} closeOnClickOutside={false}>
      {pool ? <EditForm pool={pool} onLeave={leave} /> : <Skeleton h={220} />}
    </Modal>
  );
}

const fieldsOf = ({ name, low_stock }: KeyPool): PoolFields => ({ name, low_stock });

function EditForm({ pool, onLeave }: { pool: KeyPool; onLeave: (isSaved: boolean) => void }) {
  const queries = useQueryClient();
  const edit = useEdit({
    latest: pool,
    fieldsOf,
    save: (body) => ask('changeKeyPool', { params: { pool_id: pool.pool_id }, body }),
    onSaved: () => {
      void queries.invalidateQueries({ queryKey: KEY_POOLS });
      notifyDone(t.form.saved);
      onLeave(true);
    },
  });
  return (
    <>
      <PoolForm
        key={edit.formKey}
        initial={fieldsOf(edit.filledFrom)}
        label={texts.common.save}
        error={edit.error}
        isBusy={edit.isBusy}
        onSubmit={edit.submit}
        onCancel={() => onLeave(false)}
      />
      <ConflictDialog edit={edit} looks={LOOKS} />
    </>
  );
}

const LOOKS: FieldLooks<PoolFields> = {
  name: { label: t.name },
  low_stock: { label: t.lowStock, show: formatCount },
};

interface PoolFormProps {
  initial: PoolFields;
  label: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: PoolFields) => void;
  onCancel: () => void;
}

function PoolForm({ initial, label, error, isBusy, onSubmit, onCancel }: PoolFormProps) {
  const form = useForm({
    initialValues: { name: initial.name, low_stock: String(initial.low_stock) },
    validate: {
      name: (value) => (value.trim() === '' ? t.form.nameMissing : null),
      low_stock: (value) => wholeNumberFault(value, 0, MOST_LOW),
    },
  });
  const problem = error ? problemOf(error) : null;
  const refused = error ? fieldErrors(error) : {};
  if (problem?.code === 'duplicate') refused.name = problem.detail;
  const submit = form.onSubmit(
    ({ name, low_stock }) => onSubmit({ name: name.trim(), low_stock: wholeNumberOf(low_stock) ?? 0 }),
    focusFault,
  );
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput
          label={t.name}
          description={t.form.nameHelp}
          maxLength={100}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        <WholeNumberInput
          label={t.lowStock}
          description={t.form.lowHelp}
          {...form.getInputProps('low_stock')}
          error={form.errors.low_stock ?? refused.low_stock}
        />
        <FormFoot label={label} error={error} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
