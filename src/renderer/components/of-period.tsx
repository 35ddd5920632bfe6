import { Group, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLastingError } from '../lib/lasting-error.ts';
import { PeriodPicker, type PeriodPickerProps } from './period-picker.tsx';
import { ErrorState, StaleNote } from './states.tsx';

interface OfPeriodProps extends PeriodPickerProps {
  query: UseQueryResult<unknown>;
  /** The figures, which show their own loading state. */
  children: ReactNode;
}

/** Shows figures for a period that the user chooses, or why they cannot be loaded. */
export function OfPeriod({ query, children, ...picker }: OfPeriodProps) {
  const error = useLastingError(query);
  if (error && !query.data)
    return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <PeriodPicker {...picker} />
        {error && <StaleNote error={error} since={query.dataUpdatedAt} />}
      </Group>
      {children}
    </Stack>
  );
}
