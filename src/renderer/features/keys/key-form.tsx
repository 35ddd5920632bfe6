import { Checkbox, Radio, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { KEY_KINDS, type KeyKind, SCOPES, type Scope } from '../../../../daemon/contract/endpoint.ts';
import { fieldErrors } from '../../client/ask.ts';
import { DateTimeInput } from '../../components/date-time-input.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { keys as t } from '../../texts/keys.ts';
import { texts } from '../../texts/texts.ts';
import { faultsOf, type KeyValues, valuesOf } from './key-values.ts';
import type { ApiKey } from './keys-queries.ts';

interface KeyFormProps {
  /** Null for a new key. */
  apiKey: ApiKey | null;
  zone: string;
  error: unknown;
  isBusy: boolean;
  onSubmit: (values: KeyValues) => void;
  onCancel: () => void;
}

export function KeyForm({ apiKey, zone, error, isBusy, onSubmit, onCancel }: KeyFormProps) {
  const form = useForm<KeyValues>({ initialValues: valuesOf(apiKey, zone), validate: faultsOf(apiKey, zone) });
  const refused = error ? fieldErrors(error) : {};
  return (
    <form onSubmit={form.onSubmit(onSubmit, focusFault)} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput
          label={t.name}
          description={t.nameNote}
          placeholder={t.namePlaceholder}
          autoComplete="off"
          maxLength={200}
          autoFocus
          data-autofocus
          {...form.getInputProps('name')}
          error={form.errors.name ?? refused.name}
        />
        {apiKey ? (
          <Text size="sm" c="dimmed">
            {t.fixed}
          </Text>
        ) : (
          <Rights form={form} />
        )}
        <Textarea
          label={t.origins}
          description={t.originsNote}
          placeholder={t.originsPlaceholder}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('origins')}
          error={form.errors.origins ?? refused.allowed_origins}
        />
        <DateTimeInput
          label={t.expires}
          zone={zone}
          {...form.getInputProps('expires')}
          error={form.errors.expires ?? refused.expires_at}
        />
        <Text size="xs" c="dimmed" mt={-10}>
          {t.expiresNote}
        </Text>
        <FormFoot
          label={apiKey ? texts.common.save : t.createButton}
          error={error}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** The fields that cannot be changed once the key has been created. */
function Rights({ form }: { form: UseFormReturnType<KeyValues> }) {
  const { kind } = form.values;
  return (
    <>
      <Radio.Group
        label={t.kind}
        {...form.getInputProps('kind')}
        onChange={(value) => form.setFieldValue('kind', value as KeyKind)}
      >
        <Stack gap={10} mt={8}>
          {KEY_KINDS.map((value) => (
            <Radio key={value} value={value} label={t.kinds[value]} description={t.kindNotes[value]} />
          ))}
        </Stack>
      </Radio.Group>
      {kind === 'server' && (
        <Checkbox.Group
          label={t.scopes}
          {...form.getInputProps('scopes')}
          onChange={(scopes) => form.setFieldValue('scopes', scopes as Scope[])}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={12} mt={8} mb={4}>
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t.scopeNames[scope]} description={t.scopeNotes[scope]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
      <TextInput
        label={t.game}
        description={t.gameNote}
        autoComplete="off"
        maxLength={64}
        {...form.getInputProps('game_id')}
      />
      <Switch
        label={t.test}
        description={t.testNote}
        checked={form.values.is_test}
        onChange={(event) => form.setFieldValue('is_test', event.currentTarget.checked)}
      />
    </>
  );
}
