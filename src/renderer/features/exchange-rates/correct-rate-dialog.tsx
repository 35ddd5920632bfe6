import { Modal, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, fieldErrors } from '../../client/ask.ts';
import { notifyDone } from '../../client/notify.ts';
import { FormFoot } from '../../components/form-foot.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { formatMoney, formatRate } from '../../lib/format.ts';
import { numberMarks } from '../../lib/number-marks.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import { type ExchangeRate, MOST_DECIMALS, RATES_KEY } from './rates-queries.ts';

const MAX_REASON = 500;

interface CorrectRateProps {
  rate: ExchangeRate;
  /** The organisation's currency. */
  own: string;
  onClose: () => void;
}

/** Corrects a wrong rate, in two steps: the effect on payments is shown before anything changes. */
export function CorrectRateDialog({ rate, own, onClose }: CorrectRateProps) {
  return (
    <Modal opened onClose={onClose} title={t.correctTitle} closeOnClickOutside={false}>
      <CorrectForm rate={rate} own={own} onClose={onClose} />
    </Modal>
  );
}

function CorrectForm({ rate: { rate_id, currency, rate }, own, onClose }: CorrectRateProps) {
  const queries = useQueryClient();
  const params = { rate_id };
  type Values = { rate: string; reason: string };
  const preview = useMutation({
    mutationFn: async (body: Values) => {
      const effect = await ask('correctExchangeRate', { params, query: { dry_run: 'true' }, body });
      return 'difference' in effect ? effect : null;
    },
  });
  const correct = useMutation({
    mutationFn: async (body: Values) => {
      const changed = await ask('correctExchangeRate', { params, query: {}, body });
      return 'correction' in changed ? changed.correction : null;
    },
    onSuccess: async (correction) => {
      await queries.invalidateQueries({ queryKey: RATES_KEY });
      notifyDone(correction?.status === 'waiting' ? t.requested : t.corrected);
      onClose();
    },
  });
  const form = useForm<Values>({
    initialValues: { rate: '', reason: '' },
    validate: {
      rate: (value) => (Number(value) > 0 ? null : t.rateMissing),
      reason: (value) => (value.trim() === '' ? t.reasonMissing : null),
    },
    onValuesChange: (values, previous) => {
      if (values.rate !== previous.rate) preview.reset();
    },
  });
  const step = preview.data ? correct : preview;
  const refused = step.error ? fieldErrors(step.error) : {};
  const { onChange: _, ...rateProps } = form.getInputProps('rate');
  return (
    <form onSubmit={form.onSubmit((values) => step.mutate(values), focusFault)} noValidate>
      <Stack>
        <Text size="sm">{t.correctText(t.oneIs(currency, formatRate(rate), own))}</Text>
        <NumberInput
          label={t.correctRate}
          description={t.rateHelp(currency, own)}
          min={0}
          decimalScale={MOST_DECIMALS}
          {...numberMarks}
          valueIsNumericString
          hideControls
          data-autofocus
          {...rateProps}
          error={form.errors.rate ?? refused.rate}
          onChange={(value) => form.setFieldValue('rate', String(value))}
        />
        <Textarea
          label={t.reason}
          description={t.reasonHelp}
          autosize
          minRows={2}
          maxLength={MAX_REASON}
          {...form.getInputProps('reason')}
        />
        {preview.data && (
          <Text size="sm" fw={600} role="status">
            {preview.data.payments === 0
              ? t.noEffect
              : t.effect(preview.data.payments, preview.data.creators, formatMoney(preview.data.difference))}
          </Text>
        )}
        <FormFoot
          label={preview.data ? t.correct : t.preview}
          error={step.error}
          isBusy={step.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
