import { Radio, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { WindowFields } from '../../components/code-window/window-fields.tsx';
import type { WindowValues } from '../../components/code-window/window-values.ts';
import { KeyPoolSelect } from '../../components/key-pool-select.tsx';
import { TagsField } from '../../components/tags-field.tsx';
import { WholeNumberInput } from '../../components/whole-number-input.tsx';
import { codes } from '../../texts/codes.ts';

const t = codes.form;

/** The fields of the form as typed. */
export interface CodeFields {
  code: string;
  name: string;
  root_url: string;
  usage_limit: string;
  creator_usage_limit: string;
  active: 'Y' | 'N';
  use_as_referral: 'Y' | 'N';
  rewards_json: string;
  /** When and by whom the code can be redeemed. */
  window: WindowValues;
  key_pool_id: number | null;
  tags: string[];
}

interface CodeFieldsetProps {
  campaignId: number;
  form: UseFormReturnType<CodeFields>;
  /** The daemon's refusals by field. */
  refused: Record<string, string>;
  isNew: boolean;
  readOnly: boolean;
}

export function CodeFieldset({ campaignId, form, refused, isNew, readOnly }: CodeFieldsetProps) {
  const { values } = form;
  const errorOf = (name: keyof CodeFields) => form.errors[name] ?? refused[name];
  const isReferral = values.use_as_referral === 'Y';
  return (
    <Stack gap="md">
      {isNew && (
        <Radio.Group
          label={t.type}
          description={t.typeFixed}
          value={values.use_as_referral}
          onChange={(value) => form.setFieldValue('use_as_referral', value as 'Y' | 'N')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="N" label={codes.types.redeem} description={t.redeemHelp} />
            <Radio value="Y" label={codes.types.referral} description={t.referralHelp} />
          </Stack>
        </Radio.Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t.code}
          description={isNew ? t.codeNew : t.codeFixed}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          readOnly={!isNew || readOnly}
          variant={isNew ? 'default' : 'filled'}
          {...form.getInputProps('code')}
          error={errorOf('code')}
        />
        <TextInput
          label={t.name}
          description={t.nameHelp}
          maxLength={200}
          readOnly={readOnly}
          {...form.getInputProps('name')}
          error={errorOf('name')}
        />
      </SimpleGrid>
      <TextInput
        label={t.page}
        description={t.pageHelp}
        placeholder={t.pagePlaceholder}
        type="url"
        maxLength={2000}
        readOnly={readOnly}
        {...form.getInputProps('root_url')}
        error={errorOf('root_url')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <LimitInput
          label={isReferral ? t.limitAll : t.limit}
          readOnly={readOnly}
          {...form.getInputProps('usage_limit')}
          error={errorOf('usage_limit')}
        />
        {isReferral && (
          <LimitInput
            label={t.limitEach}
            readOnly={readOnly}
            {...form.getInputProps('creator_usage_limit')}
            error={errorOf('creator_usage_limit')}
          />
        )}
      </SimpleGrid>
      <KeyPoolSelect
        value={values.key_pool_id}
        onChange={(poolId) => form.setFieldValue('key_pool_id', poolId)}
        error={errorOf('key_pool_id')}
        readOnly={readOnly}
      />
      <TagsField
        of={{ campaign_id: campaignId }}
        readOnly={readOnly}
        {...form.getInputProps('tags')}
        error={errorOf('tags')}
      />
      <Switch
        label={t.active}
        description={t.activeHelp}
        checked={values.active === 'Y'}
        disabled={readOnly}
        onChange={(event) => form.setFieldValue('active', event.currentTarget.checked ? 'Y' : 'N')}
      />
      {!readOnly && (
        <WindowFields
          value={values.window}
          onChange={(window) => form.setFieldValue('window', window)}
          showFaults={form.errors.window !== undefined}
          refused={refused}
          withRecipient={!isReferral}
        />
      )}
    </Stack>
  );
}

interface LimitInputProps {
  label: string;
  value?: string;
  onChange?: (value: string) => void;
  error?: ReactNode;
  readOnly: boolean;
}

const LimitInput = (props: LimitInputProps) => (
  <WholeNumberInput {...props} description={t.limitHelp} placeholder={t.noLimit} />
);
