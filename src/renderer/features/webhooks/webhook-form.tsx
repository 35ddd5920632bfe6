import { Checkbox, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../../client/ask.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { LeaveGuard } from '../../components/leave-guard.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { texts } from '../../texts/texts.ts';
import { webhooks as t } from '../../texts/webhooks.ts';
import { WEBHOOK_EVENT_TYPES, type Webhook, type WebhookEventType } from './webhooks-queries.ts';

export interface WebhookFields {
  url: string;
  events: WebhookEventType[];
  active: boolean;
}

interface WebhookFormProps {
  webhook: Webhook | null;
  error: unknown;
  isBusy: boolean;
  onSubmit: (fields: WebhookFields) => void;
  onCancel: () => void;
}

export function WebhookForm({ webhook, error, isBusy, onSubmit, onCancel }: WebhookFormProps) {
  const form = useForm<WebhookFields>({
    initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? [], active: webhook?.active ?? true },
    validate: {
      url: (value) => (/^https?:\/\/./i.test(value.trim()) && URL.canParse(value.trim()) ? null : t.form.addressFault),
      events: (value) => (value.length === 0 ? t.form.eventsFault : null),
    },
  });
  const refused = error ? fieldErrors(error) : {};
  const errorOf = (name: keyof WebhookFields) => form.errors[name] ?? refused[name];
  const submit = form.onSubmit((values) => onSubmit({ ...values, url: values.url.trim() }), focusFault);
  return (
    <form onSubmit={submit} noValidate>
      <LeaveGuard isDirty={form.isDirty()} />
      <Stack>
        <TextInput
          label={t.address}
          placeholder="https://game.example/hooks/redeem"
          inputMode="url"
          autoComplete="off"
          maxLength={2000}
          autoFocus
          data-autofocus
          {...form.getInputProps('url')}
          error={errorOf('url')}
        />
        <Checkbox.Group
          label={t.form.events}
          {...form.getInputProps('events')}
          onChange={(events) => form.setFieldValue('events', events as WebhookEventType[])}
          error={errorOf('events')}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing={12} mt={8} mb={4}>
            {WEBHOOK_EVENT_TYPES.map((event) => (
              <Checkbox
                key={event}
                value={event}
                label={<span className="mono">{event}</span>}
                description={t.events[event]}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        <Switch
          label={t.form.active}
          description={t.form.activeHelp}
          {...form.getInputProps('active', { type: 'checkbox' })}
        />
        <FormFoot
          label={webhook ? texts.common.save : t.form.create}
          error={error}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
