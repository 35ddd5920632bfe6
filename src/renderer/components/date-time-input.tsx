import { TextInput, type TextInputProps } from '@mantine/core';
import { formatUtc } from '../lib/format.ts';
import { fromZonedInput } from '../lib/zoned-input.ts';

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** As `<input type="datetime-local">` holds it. */
  value?: string;
  onChange?: (value: string) => void;
  /** Whose clocks show it. */
  zone: string;
}

/** The wall clock of a zone, with the zone's name and UTC beneath, so that the reader does not take it for the local time. */
export function DateTimeInput({ value = '', onChange, zone, ...rest }: DateTimeInputProps) {
  const instant = fromZonedInput(value, zone);
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={instant && zone !== 'UTC' ? `In ${zone}; ${formatUtc(instant)}` : `In ${zone}`}
    />
  );
}
