import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef } from 'react';
import { JsonEditor } from '../../components/json-editor.tsx';
import { fieldErrors, problemOf } from '../../lib/ask.ts';
import { isCodeValue, normalizeCode, previewCodeUrl } from '../../lib/code-url.ts';
import type { Code } from '../../lib/codes.ts';
import { findRewardsFault } from '../../lib/json-fault.ts';
import classes from './code-editor.module.css';
import { CodeFieldset } from './code-fieldset.tsx';
import { CodePreview } from './code-preview.tsx';

export interface CodeFields {
  code: string;
  name: string;
  root_url: string;
  usage_limit: number | string;
  creator_usage_limit: number | string;
  active: 'Y' | 'N';
  use_as_referral: 'Y' | 'N';
  rewards_json: string;
}

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

const fieldsOf = (code: Code): CodeFields => ({
  code: code.code,
  name: code.name,
  root_url: code.root_url,
  usage_limit: code.usage_limit ?? '',
  creator_usage_limit: code.creator_usage_limit ?? '',
  active: code.active,
  use_as_referral: code.use_as_referral,
  rewards_json: code.rewards_json,
});

const limitOf = (value: number | string) => (value === '' ? null : Number(value));

/** As the daemon takes them; value and type are beside them where the code is new. */
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
      rewards_json: (value) => (findRewardsFault(value) ? 'rewards' : null),
    },
  });
  const box = useRef<HTMLFormElement>(null);
  const focusFault = () => setTimeout(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const refused = error ? fieldErrors(error) : {};
  const problem = error ? problemOf(error) : null;
  if (problem?.code === 'code_taken' || problem?.code === 'invalid_code') refused.code = problem.detail;
  return (
    <form ref={box} onSubmit={form.onSubmit(onSubmit, focusFault)} noValidate className={classes.columns}>
      <Stack className="card" p="lg" gap="md">
        {problem && <Alert color="red" variant="light" role="alert" title={problem.detail} />}
        <CodeFieldset form={form} refused={refused} isNew={code === null} readOnly={readOnly} />
        <JsonEditor
          label="Rewards"
          description="A JSON object, or an array of objects. Your game gets exactly this text."
          value={form.values.rewards_json}
          onChange={(value) => form.setFieldValue('rewards_json', value)}
          readOnly={readOnly}
        />
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
