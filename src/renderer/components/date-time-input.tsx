import { TextInput, type TextInputProps } from '@mantine/core';
import { formatTime, formatUtc } from '../lib/format.ts';
import { fromZonedInput } from '../lib/zoned-input.ts';
import { texts } from '../texts/texts.ts';

interface DateTimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** In the format of `<input type="datetime-local">`. */
  value?: string;
  onChange?: (value: string) => void;
  /** The time zone of the field. */
  zone: string;
}

/**
 * A date and time in a zone. The browser writes it in its own format into the field; below, it is in the Portal's, with
 * the zone's name and UTC, so that the user does not take it for local time.
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
