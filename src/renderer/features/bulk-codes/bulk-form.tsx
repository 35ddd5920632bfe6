import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormFoot } from '../../components/form-foot.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { fieldErrors } from '../../lib/ask.ts';
import {
  countFault,
  DEFAULT_LENGTH,
  lengthFault,
  MAX_COUNT,
  patternFault,
  prefixFault,
} from '../../lib/bulk-pattern.ts';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import { formatCount } from '../../lib/format.ts';
import { findRewardsFault } from '../../lib/json-fault.ts';
import { limitFault, limitOf, wholeNumberOf } from '../../lib/whole-number.ts';
import { ValueFields } from './value-fields.tsx';

export interface BulkFields {
  name: string;
  root_url: string;
  count: number;
  prefix?: string;
  length?: number;
  pattern?: string;
  usage_limit: number | null;
  active: 'Y';
  rewards_json: string;
}

/** The values as the user typed them. */
export interface BulkValues {
  name: string;
  root_url: string;
  count: string;
  way: 'prefix' | 'pattern';
  prefix: string;
  length: string;
  pattern: string;
  usage_limit: string;
  rewards_json: string;
}

const INITIAL: BulkValues = {
  name: '',
  root_url: '',
  count: '1000',
  way: 'prefix',
  prefix: '',
  length: String(DEFAULT_LENGTH),
  pattern: '',
  usage_limit: '1',
  rewards_json: '{\n  "gold": 100\n}',
};

interface BulkFormProps {
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: BulkFields) => void;
  onCancel: () => void;
}

export function BulkForm({ error, isBusy, onSubmit, onCancel }: BulkFormProps) {
  const form = useForm<BulkValues>({
    initialValues: INITIAL,
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the codes a name' : null),
      root_url: (value) =>
        previewCodeUrl(value.trim(), 'x') ? null : 'An address that starts with https:// or http://',
      count: countFault,
      usage_limit: limitFault,
      prefix: (value, { way, length }) => (way === 'prefix' ? prefixFault(value.trim(), length) : null),
      length: (value, { way }) => (way === 'prefix' ? lengthFault(value) : null),
      pattern: (value, { way, count }) => (way === 'pattern' ? patternFault(value.trim(), count) : null),
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const props = (name: keyof BulkValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  return (
    <form onSubmit={form.onSubmit((values) => onSubmit(toFields(values)), focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput label="Name" data-autofocus maxLength={200} {...props('name')} />
        <TextInput
          label="Redeem page"
          placeholder="https://game.example/redeem"
          type="url"
          maxLength={2000}
          {...props('root_url')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <WholeNumberInput label="How many" description={`1 to ${formatCount(MAX_COUNT)}`} {...props('count')} />
          <WholeNumberInput label="Players per code" description="Empty: no limit" {...props('usage_limit')} />
        </SimpleGrid>
        <ValueFields form={form} props={props} />
        <JsonEditor
          label="Rewards"
          description="The same for all of them"
          height={5}
          value={form.values.rewards_json}
          onChange={(value) => form.setFieldValue('rewards_json', value)}
        />
        <FormFoot label="Make codes" error={error} isBusy={isBusy} onCancel={onCancel} />
      </Stack>
    </form>
  );
}

function toFields({ name, root_url, count, way, prefix, length, pattern, usage_limit, rewards_json }: BulkValues) {
  const inPrefix = { ...(prefix.trim() && { prefix: prefix.trim() }), length: wholeNumberOf(length) ?? DEFAULT_LENGTH };
  return {
    name: name.trim(),
    root_url: root_url.trim(),
    count: wholeNumberOf(count) ?? 0,
    ...(way === 'pattern' ? { pattern: pattern.trim() } : inPrefix),
    usage_limit: limitOf(usage_limit),
    active: 'Y' as const,
    rewards_json,
  };
}
