import { TextInput, type TextInputProps } from '@mantine/core';
import { formatUtc, fromLocalInput } from '../lib/format.ts';

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** As `<input type="datetime-local">` holds it. */
  value?: string;
  onChange?: (value: string) => void;
}

/** The viewer's wall clock, with UTC beneath so that nobody is an hour off. */
export function DateTimeInput({ value = '', onChange, ...rest }: DateTimeInputProps) {
  const instant = fromLocalInput(value);
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={instant ? formatUtc(instant) : 'In your time zone'}
    />
  );
}
