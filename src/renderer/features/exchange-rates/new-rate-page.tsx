import { Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask, fieldErrors } from '../../client/ask.ts';
import { currencyOptions } from '../../client/currencies.ts';
import { notifyDone } from '../../client/notify.ts';
import { organisationQuery } from '../../client/organisation.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { focusFault } from '../../lib/focus-fault.ts';
import { useParsedSearch } from '../../lib/list-search.ts';
import { numberMarks } from '../../lib/number-marks.ts';
import { exchangeRates as t } from '../../texts/exchange-rates.ts';
import { MOST_DECIMALS, parseRatesSearch, RATES_KEY } from './rates-queries.ts';

interface RateValues {
  currency: string;
  valid_from: string;
  rate: string;
}

/** Adds a rate in a dialog above the list. */
export function NewRatePage() {
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/exchange-rates', search: true });
  return (
    <Modal opened onClose={leave} title={t.addTitle} closeOnClickOutside={false}>
      <RateForm onLeave={leave} />
    </Modal>
  );
}

function RateForm({ onLeave }: { onLeave: () => void }) {
  const queries = useQueryClient();
  const { currency = '' } = useParsedSearch(parseRatesSearch);
  const own = useQuery(organisationQuery).data?.currency ?? '';
  const add = useMutation({
    mutationFn: (body: RateValues) => ask('createExchangeRate', { body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: RATES_KEY });
      notifyDone(t.done);
      onLeave();
    },
  });
  const form = useForm<RateValues>({
    initialValues: { currency, valid_from: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length), rate: '' },
    validate: {
      currency: (value) => (value === '' ? t.currencyMissing : null),
      valid_from: (value) => (value === '' ? t.dayMissing : null),
      rate: (value) => (Number(value) > 0 ? null : t.rateMissing),
    },
  });
  const refused = add.error ? fieldErrors(add.error) : {};
  const props = (name: keyof RateValues) => ({
    ...form.getInputProps(name),
    error: form.errors[name] ?? refused[name],
  });
  return (
    <form onSubmit={form.onSubmit((values) => add.mutate(values), focusFault)} noValidate>
      <Stack>
        <Select<string>
          label={t.currency}
          data={currencyOptions.filter(({ value }) => value !== own)}
          searchable
          openOnFocus={false}
          data-autofocus
          nothingFoundMessage={t.noCurrency}
          {...props('currency')}
        />
        <NumberInput
          label={t.rate}
          description={form.values.currency ? t.rateHelp(form.values.currency, own) : t.rateHelpAny(own)}
          min={0}
          decimalScale={MOST_DECIMALS}
          {...numberMarks}
          valueIsNumericString
          hideControls
          {...props('rate')}
          onChange={(value) => form.setFieldValue('rate', String(value))}
        />
        <TextInput type="date" label={t.validFrom} description={t.validFromHelp} {...props('valid_from')} />
        <FormFoot label={t.addButton} error={add.error} isBusy={add.isPending} onCancel={onLeave} />
      </Stack>
    </form>
  );
}
