import { TextInput, type TextInputProps } from '@mantine/core';

/** A whole number as it was typed: nothing is cut off or rounded, `wholeNumberFault` says what is wrong with it. */
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
