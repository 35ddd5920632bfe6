import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isCodeValue, normalizeCode } from '../../../../daemon/contract/code-values.ts';
import { fieldErrors, problemOf } from '../../client/ask.ts';
import type { Code } from '../../client/codes.ts';
import { findRewardsFault } from '../../client/json-fault.ts';
import { limitFault, limitOf } from '../../client/whole-number.ts';
import { windowFaults, windowOf, windowValues } from '../../components/code-window/window-values.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { RewardsPresets } from '../../components/rewards-presets.tsx';
import { previewCodeUrl } from '../../lib/code-url.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import { codes } from '../../texts/codes.ts';
import classes from './code.module.css';
import { type CodeFields, CodeFieldset } from './code-fieldset.tsx';
import { CodeLink } from './code-link.tsx';

const t = codes.form;

/** @param zone the organisation's time zone */
export const fieldsOf = (code: Code, zone: string): CodeFields => ({
  code: code.code,
  name: code.name,
  root_url: code.root_url,
  usage_limit: String(code.usage_limit ?? ''),
  creator_usage_limit: String(code.creator_usage_limit ?? ''),
  active: code.active,
  use_as_referral: code.use_as_referral,
  rewards_json: code.rewards_json,
  window: windowValues(code, zone),
  key_pool_id: code.key_pool_id,
  tags: code.tags,
});

/** Returns whether saving would change anything; spaces around a value do not count. */
const differ = (one: CodeFields, other: CodeFields) =>
  one.code.trim() !== other.code ||
  one.use_as_referral !== other.use_as_referral ||
  JSON.stringify(toBody(one)) !== JSON.stringify(toBody(other));

/** Returns the fields in the format of the daemon; a new code also needs its value and type. */
export const toBody = (fields: Omit<CodeFields, 'code'>) => ({
  name: fields.name.trim(),
  root_url: fields.root_url.trim(),
  usage_limit: limitOf(fields.usage_limit),
  creator_usage_limit: limitOf(fields.creator_usage_limit),
  active: fields.active,
  rewards_json: fields.rewards_json,
  ...windowOf(fields.window),
  key_pool_id: fields.key_pool_id,
  tags: fields.tags,
  // The type may have changed after the recipient was entered.
  ...(fields.use_as_referral === 'Y' && { recipient: null }),
});

interface CodeFormProps {
  campaignId: number;
  isNew: boolean;
  initial: CodeFields;
  error: unknown;
  isBusy: boolean;
  readOnly?: boolean;
  onSubmit: (fields: CodeFields) => void;
}

export function CodeForm(props: CodeFormProps) {
  const { campaignId, isNew, initial, error, isBusy, readOnly = false, onSubmit } = props;
  const form = useForm<CodeFields>({
    initialValues: initial,
    validate: {
      code: (value) => (isCodeValue(normalizeCode(value)) ? null : t.codeFault),
      name: (value) => (value.trim() === '' ? t.nameMissing : null),
      root_url: (value) => (previewCodeUrl(value.trim(), 'x') ? null : t.pageFault),
      usage_limit: limitFault,
      creator_usage_limit: limitFault,
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
      window: (value) => (windowFaults(value) ? 'window' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const problem = error ? problemOf(error) : null;
  if (problem?.code === 'code_taken' || problem?.code === 'invalid_code') refused.code = problem.detail;
  const setRewards = (value: string) => form.setFieldValue('rewards_json', value);
  return (
    <form onSubmit={form.onSubmit(onSubmit, focusFault)} noValidate className={classes.columns}>
      <LeaveGuard isDirty={!readOnly && differ(form.values, initial)} />
      <Stack className="card" p="lg" gap="md">
        <CodeFieldset campaignId={campaignId} form={form} refused={refused} isNew={isNew} readOnly={readOnly} />
        <JsonEditor
          label={t.rewards}
          description={t.rewardsHelp}
          value={form.values.rewards_json}
          onChange={setRewards}
          readOnly={readOnly}
          actions={<RewardsPresets campaignId={campaignId} value={form.values.rewards_json} onChange={setRewards} />}
        />
        <FormProblem error={error} />
        {!readOnly && (
          <Group>
            <Button type="submit" loading={isBusy}>
              {isNew ? t.add : t.save}
            </Button>
          </Group>
        )}
      </Stack>
      <div className={classes.beside}>
        <CodeLink
          rootUrl={form.values.root_url.trim()}
          code={form.values.code}
          isReferral={form.values.use_as_referral === 'Y'}
        />
      </div>
    </form>
  );
}
