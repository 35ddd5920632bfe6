import { TextInput, type TextInputProps } from '@mantine/core';

/** A whole number as the user typed it: the field cuts off and rounds nothing; `wholeNumberFault` names the fault. */
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
