import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { keyPoolChoicesQuery } from '../client/key-pools.ts';
import { useMay } from '../client/session.ts';
import { keyPools } from '../texts/key-pools.ts';

const t = keyPools.choice;

interface KeyPoolSelectProps {
  value: number | null;
  onChange: (poolId: number | null) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** Lets the user choose the pool for a code's keys. The field is not shown to people who cannot see pools. */
export function KeyPoolSelect({ value, onChange, error, readOnly }: KeyPoolSelectProps) {
  const may = useMay()('listKeyPools');
  const { data: pools = [] } = useQuery({ ...keyPoolChoicesQuery, enabled: may });
  if (!may) return null;
  const data = pools.map(({ pool_id, name, keys_left }) => ({
    value: String(pool_id),
    label: t.option(name, keys_left),
  }));
  if (value !== null && !pools.some(({ pool_id }) => pool_id === value))
    data.push({ value: String(value), label: t.unknown(value) });
  return (
    <Select
      label={t.label}
      description={t.help}
      placeholder={t.none}
      data={data}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t.none }}
      nothingFoundMessage={pools.length === 0 ? keyPools.none : t.noMatch}
      readOnly={readOnly ?? false}
      error={error}
    />
  );
}
