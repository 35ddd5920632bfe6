import { SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { limitFault } from '../../client/whole-number.ts';
import { WindowFields } from '../../components/code-window/window-fields.tsx';
import type { WindowValues } from '../../components/code-window/window-values.ts';
import { JsonEditor } from '../../components/json-editor.tsx';
import { KeyPoolSelect } from '../../components/key-pool-select.tsx';
import { RewardsPresets } from '../../components/rewards-presets.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { codes } from '../../texts/codes.ts';
import { imports } from '../../texts/imports.ts';
import type { NeededField } from './blank-fields.ts';

const t = imports.codes;

/** The defaults as typed. */
export interface Defaults {
  name: string;
  root_url: string;
  usage_limit: string;
  rewards_json: string;
  window: WindowValues;
  key_pool_id: number | null;
}

interface DefaultFieldsProps {
  campaignId: number;
  value: Defaults;
  /** The fields that some codes of the file need. */
  missing: readonly NeededField[];
  onChange: (value: Defaults) => void;
}

/** Edits the default values, which apply to codes whose rows leave a field blank. */
export function DefaultFields({ campaignId, value, missing, onChange }: DefaultFieldsProps) {
  const set = (name: Exclude<keyof Defaults, 'window' | 'key_pool_id'>) => (text: string) =>
    onChange({ ...value, [name]: text });
  const page = value.root_url.trim();
  const lack = (name: NeededField) => (missing.includes(name) ? t.lacks[name] : undefined);
  return (
    <Stack className="card" p="lg" gap="md" component="section" aria-labelledby="defaults-title">
      <div>
        <Title order={2} size="h5" id="defaults-title">
          {t.defaults}
        </Title>
        <Text size="sm" c="dimmed">
          {t.defaultsNote}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput
          label={t.fields.name}
          maxLength={200}
          value={value.name}
          onChange={(event) => set('name')(event.currentTarget.value)}
          error={lack('name')}
        />
        <TextInput
          label={t.fields.root_url}
          type="url"
          maxLength={2000}
          placeholder={codes.form.pagePlaceholder}
          value={value.root_url}
          onChange={(event) => set('root_url')(event.currentTarget.value)}
          error={page && !previewCodeUrl(page, 'x') ? codes.form.pageFault : lack('root_url')}
        />
        <WholeNumberInput
          label={t.fields.usage_limit}
          placeholder={codes.form.noLimit}
          value={value.usage_limit}
          onChange={set('usage_limit')}
          error={limitFault(value.usage_limit) ?? undefined}
        />
      </SimpleGrid>
      <JsonEditor
        label={t.fields.rewards_json}
        description={t.rewardsHelp}
        height={4}
        value={value.rewards_json}
        onChange={set('rewards_json')}
        actions={<RewardsPresets campaignId={campaignId} value={value.rewards_json} onChange={set('rewards_json')} />}
      />
      <KeyPoolSelect value={value.key_pool_id} onChange={(key_pool_id) => onChange({ ...value, key_pool_id })} />
      <WindowFields
        value={value.window}
        onChange={(window) => onChange({ ...value, window })}
        showFaults
        withRecipient={false}
      />
    </Stack>
  );
}
