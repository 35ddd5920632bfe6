import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { lists as t } from '../texts/lists.ts';
import { IconSearch } from './first-icons.tsx';

const WAIT_MS = 250;

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  w?: number;
}

/** Searches while the user types, shortly after the last key press. */
export function SearchBox({ label, value, onChange, w = 280 }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const tell = useDebouncedCallback((next: string) => {
    reported.current = next;
    onChange(next);
  }, WAIT_MS);
  // The back button and links also change the address.
  useEffect(() => {
    if (value !== reported.current) {
      reported.current = value;
      setText(value);
    }
  }, [value]);
  const change = (next: string) => {
    setText(next);
    tell(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      w={w}
      leftSection={<IconSearch size={16} />}
      rightSection={text && <CloseButton size="sm" aria-label={t.clearSearch} onClick={() => change('')} />}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      maxLength={200}
    />
  );
}
