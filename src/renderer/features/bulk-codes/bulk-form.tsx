import { Alert, Button, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ComponentProps } from 'react';
import { JsonEditor } from '../../components/json-editor.tsx';
import { fieldErrors, problemOf } from '../../lib/ask.ts';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { findRewardsFault } from '../../lib/json-fault.ts';

export interface BulkFields {
  name: string;
  root_url: string;
  count: number;
  prefix?: string;
  length?: number;
  usage_limit: number | null;
  active: 'Y';
  rewards_json: string;
}

const MAX_COUNT = 100_000;
const DEFAULT_LENGTH = 13;
const SAMPLE = 'K7WPM4QXT9RZBH2NDV6CFJ38GYASE5UKMWPX4QT7R9BZH2DN';

interface BulkFormProps {
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: BulkFields) => void;
  onCancel: () => void;
}

export function BulkForm({ error, isBusy, onSubmit, onCancel }: BulkFormProps) {
  const form = useForm({
    initialValues: {
      name: '',
      root_url: '',
      count: 1000 as number | string,
      prefix: '',
      length: DEFAULT_LENGTH as number | string,
      usage_limit: 1 as number | string,
      rewards_json: '{\n  "gold": 100\n}',
    },
    validate: {
      name: (value) => (value.trim() === '' ? 'Give the codes a name' : null),
      root_url: (value) =>
        previewCodeUrl(value.trim(), 'x') ? null : 'An address that starts with https:// or http://',
      count: (value) => (value === '' ? 'Enter how many' : null),
      length: (value) => (value === '' ? 'Enter a length' : null),
      prefix: (value) => (/^[A-Za-z0-9_-]*$/.test(value) ? null : 'Letters, digits, _ and -'),
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const props = (name: keyof typeof form.values) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  const submit = form.onSubmit(({ name, root_url, count, prefix, length, usage_limit, rewards_json }) =>
    onSubmit({
      name: name.trim(),
      root_url: root_url.trim(),
      count: Number(count),
      ...(prefix ? { prefix } : {}),
      length: Number(length),
      usage_limit: usage_limit === '' ? null : Number(usage_limit),
      active: 'Y',
      rewards_json,
    }),
  );
  const sample = form.values.prefix.toUpperCase() + SAMPLE.slice(0, Number(form.values.length) || 0);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {error !== null && <Alert color="red" variant="light" role="alert" title={problemOf(error).detail} />}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label="Name" data-autofocus maxLength={200} {...props('name')} />
          <Whole label="How many" max={MAX_COUNT} {...props('count')} />
        </SimpleGrid>
        <TextInput
          label="Redeem page"
          placeholder="https://game.example/redeem"
          type="url"
          maxLength={2000}
          {...props('root_url')}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Prefix" placeholder="None" maxLength={40} autoComplete="off" {...props('prefix')} />
          <Whole label="Random characters" min={8} max={48} {...props('length')} />
          <Whole label="Players per code" placeholder="No limit" max={1_000_000_000} {...props('usage_limit')} />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          Such as <span className="mono">{sample}</span>. Never 0, O, 1, I or L.
        </Text>
        <JsonEditor
          label="Rewards"
          description="The same for all of them"
          height={5}
          value={form.values.rewards_json}
          onChange={(value) => form.setFieldValue('rewards_json', value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Make codes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const Whole = ({ min = 1, ...rest }: ComponentProps<typeof NumberInput>) => (
  <NumberInput min={min} allowDecimal={false} allowNegative={false} thousandSeparator="," hideControls {...rest} />
);
