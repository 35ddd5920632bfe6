import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { PAYMENT_FILES, paymentFileNamed } from '../../../../daemon/contract/payment-files.ts';
import { creators as catalogue } from '../../texts/creators.ts';
import { texts } from '../../texts/texts.ts';

const t = catalogue.payout;
const CHOICES = [
  ...PAYMENT_FILES.map((value) => ({ value, label: texts.common.payoutMethods[value] })),
  { value: 'other', label: t.other },
];

interface MethodFieldProps {
  value: string;
  error: string | undefined;
  onChange: (method: string) => void;
}

/** Offers the methods that have a payment file, and a text field for any other. */
export function MethodField({ value, error, onChange }: MethodFieldProps) {
  const [isOther, setIsOther] = useState(value.trim() !== '' && paymentFileNamed(value) === null);
  const choose = (choice: string | null) => {
    setIsOther(choice === 'other');
    onChange(choice === 'other' ? '' : (choice ?? ''));
  };
  return (
    <>
      <Select
        label={t.method}
        placeholder={t.noMethod}
        data={CHOICES}
        value={isOther ? 'other' : paymentFileNamed(value)}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': t.clearMethod }}
        error={isOther ? undefined : error}
      />
      {isOther && (
        <TextInput
          label={t.otherMethod}
          description={t.otherHelp}
          maxLength={50}
          autoComplete="off"
          dir="auto"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
    </>
  );
}
