import { TextInput } from '@mantine/core';
import { passkeys as t } from '../texts/passkeys.ts';

/** The name by which a person tells their passkeys apart. */
export const PasskeyNameField = ({ value, onChange }: { value: string; onChange: (name: string) => void }) => (
  <TextInput
    label={t.name}
    placeholder={t.namePlaceholder}
    autoComplete="off"
    autoFocus
    maxLength={100}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
