import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { isCodeValue, normalizeCode } from '../../../../daemon/contract/code-values.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import { JsonEditor } from '../../components/json-editor.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { fieldErrors, problemOf } from '../../lib/ask.ts';
import { previewCodeUrl } from '../../lib/code-url.ts';
import type { Code } from '../../lib/codes.ts';
import { focusFault } from '../../lib/focus-fault.ts';
import { findRewardsFault } from '../../lib/json-fault.ts';
import { limitFault, limitOf } from '../../lib/whole-number.ts';
import classes from './code-editor.module.css';
import { type CodeFields, CodeFieldset } from './code-fieldset.tsx';
import { CodePreview } from './code-preview.tsx';

const NEW: CodeFields = {
  code: '',
  name: '',
  root_url: '',
  usage_limit: '',
  creator_usage_limit: '',
  active: 'Y',
  use_as_referral: 'N',
  rewards_json: '{\n  "gold": 100\n}',
};

export const fieldsOf = (code: Code): CodeFields => ({
  code: code.code,
  name: code.name,
  root_url: code.root_url,
  usage_limit: String(code.usage_limit ?? ''),
  creator_usage_limit: String(code.creator_usage_limit ?? ''),
  active: code.active,
  use_as_referral: code.use_as_referral,
  rewards_json: code.rewards_json,
});

/** Whether saving would change something; spaces around a value do not count. */
const differ = (one: CodeFields, other: CodeFields) =>
  one.code.trim() !== other.code ||
  one.use_as_referral !== other.use_as_referral ||
  JSON.stringify(toBody(one)) !== JSON.stringify(toBody(other));

/** The fields as the daemon takes them; a new code also has its value and type. */
export const toBody = (fields: Omit<CodeFields, 'code' | 'use_as_referral'>) => ({
  name: fields.name.trim(),
  root_url: fields.root_url.trim(),
  usage_limit: limitOf(fields.usage_limit),
  creator_usage_limit: limitOf(fields.creator_usage_limit),
  active: fields.active,
  rewards_json: fields.rewards_json,
});

interface CodeFormProps {
  code: Code | null;
  error: unknown;
  isBusy: boolean;
  readOnly?: boolean;
  onSubmit: (fields: CodeFields) => void;
}

export function CodeForm({ code, error, isBusy, readOnly = false, onSubmit }: CodeFormProps) {
  const form = useForm<CodeFields>({
    initialValues: code ? fieldsOf(code) : NEW,
    validate: {
      code: (value) => (isCodeValue(normalizeCode(value)) ? null : '3–64 characters: letters, digits, _ and -'),
      name: (value) => (value.trim() === '' ? 'Give the code a name' : null),
      root_url: (value) =>
        previewCodeUrl(value.trim(), 'x') ? null : 'An address that starts with https:// or http://',
      usage_limit: limitFault,
      creator_usage_limit: limitFault,
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const problem = error ? problemOf(error) : null;
  if (problem?.code === 'code_taken' || problem?.code === 'invalid_code') refused.code = problem.detail;
  return (
    <form onSubmit={form.onSubmit(onSubmit, focusFault)} noValidate className={classes.columns}>
      <LeaveGuard isDirty={!readOnly && differ(form.values, code ? fieldsOf(code) : NEW)} />
      <Stack className="card" p="lg" gap="md">
        <CodeFieldset form={form} refused={refused} isNew={code === null} readOnly={readOnly} />
        <JsonEditor
          label="Rewards"
          description="A JSON object, or an array of objects. Your game gets exactly this text."
          value={form.values.rewards_json}
          onChange={(value) => form.setFieldValue('rewards_json', value)}
          readOnly={readOnly}
        />
        <FormProblem error={error} />
        {!readOnly && (
          <Group>
            <Button type="submit" loading={isBusy}>
              {code ? 'Save' : 'Add code'}
            </Button>
          </Group>
        )}
      </Stack>
      <CodePreview rootUrl={form.values.root_url.trim()} code={form.values.code} />
    </form>
  );
}
