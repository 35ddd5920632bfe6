import { TextInput, type TextInputProps } from '@mantine/core';
import { formatTime, formatUtc } from '../lib/format.ts';
import { fromZonedInput } from '../lib/zoned-input.ts';
import { texts } from '../texts/texts.ts';

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** The value in the format of `<input type="datetime-local">`. */
  value?: string;
  onChange?: (value: string) => void;
  /** The time zone of the field. */
  zone: string;
}

/**
 * A field for a date and time in a zone. The browser shows the value in its own format. The text below the field
 * therefore shows the time in the Portal's format, with its zone and in UTC, so that users do not take the value for
 * local time.
 */
export function DateTimeInput({ value = '', onChange, zone, ...rest }: DateTimeInputProps) {
  const instant = fromZonedInput(value, zone);
  const inZone = instant ? texts.common.timeInZone(formatTime(instant, zone), zone) : texts.common.inZone(zone);
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      description={instant && zone !== 'UTC' ? `${inZone}; ${formatUtc(instant)}` : inZone}
    />
  );
}
