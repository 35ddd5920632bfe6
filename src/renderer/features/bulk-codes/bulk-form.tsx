import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BULK_CODE_LENGTH, MAX_BULK_COUNT } from '../../../../daemon/contract/bulk-patterns.ts';
import { fieldErrors } from '../../client/ask.ts';
import { findRewardsFault } from '../../client/json-fault.ts';
import { limitFault, limitOf, wholeNumberOf } from '../../client/whole-number.ts';
import { WindowFields } from '../../components/code-window/window-fields.tsx';
import { blankWindow, type CodeWindow, windowFaults, windowOf } from '../../components/code-window/window-values.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { KeyPoolSelect } from '../../components/key-pool-select.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { RewardsPresets } from '../../components/rewards-presets.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import { NO_REWARDS } from '../../lib/json-format.ts';
import { batches } from '../../texts/batches.ts';
import { codes } from '../../texts/codes.ts';
import { countFault, lengthFault, patternFault, prefixFault } from './bulk-pattern.ts';
import type { BulkValues } from './bulk-values.ts';
import { ValueFields } from './value-fields.tsx';

const t = batches.bulk;
const f = codes.form;

export interface BulkFields extends CodeWindow {
  name: string;
  root_url: string;
  count: number;
  prefix?: string;
  length?: number;
  pattern?: string;
  usage_limit: number | null;
  active: 'Y';
  rewards_json: string;
  key_pool_id: number | null;
}

const INITIAL = {
  name: '',
  root_url: '',
  count: '1000',
  way: 'prefix' as const,
  prefix: '',
  length: String(BULK_CODE_LENGTH),
  pattern: '',
  usage_limit: '1',
  rewards_json: NO_REWARDS,
  key_pool_id: null,
};

interface BulkFormProps {
  campaignId: number;
  /** The initial redeem page. */
  rootUrl: string;
  /** The organisation's time zone. */
  zone: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: BulkFields) => void;
  onCancel: () => void;
}

export function BulkForm({ campaignId, rootUrl, zone, error, isBusy, onSubmit, onCancel }: BulkFormProps) {
  const form = useForm<BulkValues>({
    initialValues: { ...INITIAL, root_url: rootUrl, window: blankWindow(zone) },
    validate: {
      name: (value) => (value.trim() === '' ? t.nameMissing : null),
      root_url: (value) => (previewCodeUrl(value.trim(), 'x') ? null : f.pageFault),
      count: countFault,
      usage_limit: limitFault,
      prefix: (value, { way, length }) => (way === 'prefix' ? prefixFault(value.trim(), length) : null),
      length: (value, { way }) => (way === 'prefix' ? lengthFault(value) : null),
      pattern: (value, { way, count }) => (way === 'pattern' ? patternFault(value.trim(), count) : null),
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
      window: (value) => (windowFaults(value) ? 'window' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const props = (name: keyof BulkValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  const setRewards = (value: string) => form.setFieldValue('rewards_json', value);
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(toFields(values)), focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput label={t.name} autoFocus data-autofocus maxLength={200} {...props('name')} />
        <TextInput label={f.page} placeholder={f.pagePlaceholder} type="url" maxLength={2000} {...props('root_url')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <WholeNumberInput label={t.count} description={t.countHelp(MAX_BULK_COUNT)} {...props('count')} />
          <WholeNumberInput label={t.limit} description={f.limitHelp} {...props('usage_limit')} />
        </SimpleGrid>
        <ValueFields form={form} props={props} />
        <JsonEditor
          label={f.rewards}
          description={t.rewardsHelp}
          height={5}
          value={form.values.rewards_json}
          onChange={setRewards}
          actions={<RewardsPresets campaignId={campaignId} value={form.values.rewards_json} onChange={setRewards} />}
        />
        <KeyPoolSelect
          value={form.values.key_pool_id}
          onChange={(poolId) => form.setFieldValue('key_pool_id', poolId)}
          error={refused.key_pool_id}
        />
        <WindowFields
          value={form.values.window}
          onChange={(window) => form.setFieldValue('window', window)}
          showFaults={form.errors.window !== undefined}
          refused={refused}
          withRecipient
        />
        <FormFoot label={t.make} error={error} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function toFields(values: BulkValues): BulkFields {
  const { name, root_url, count, way, prefix, length, pattern, usage_limit, rewards_json, key_pool_id, window } =
    values;
  const inPrefix = {
    ...(prefix.trim() && { prefix: prefix.trim() }),
    length: wholeNumberOf(length) ?? BULK_CODE_LENGTH,
  };
  return {
    name: name.trim(),
    root_url: root_url.trim(),
    count: wholeNumberOf(count) ?? 0,
    ...(way === 'pattern' ? { pattern: pattern.trim() } : inPrefix),
    usage_limit: limitOf(usage_limit),
    active: 'Y',
    rewards_json,
    key_pool_id,
    ...windowOf(window),
  };
}
