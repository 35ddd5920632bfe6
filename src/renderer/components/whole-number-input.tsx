import { TextInput, type TextInputProps } from '@mantine/core';

/** A field for a whole number that keeps the text as typed; `wholeNumberFault` reports its faults. */
export function WholeNumberInput({
  onChange,
  ...rest
}: Omit<TextInputProps, 'onChange'> & { onChange?: (text: string) => void }) {
  return (
    <TextInput
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  );
}
