import { useMutation } from '@tanstack/react-query';
import { selection as t } from '../texts/selection.ts';
import { problemOf } from './ask.ts';
import { notifyDone } from './notify.ts';

/** A row that could not be changed, and why. */
export interface Unchanged<T> {
  row: T;
  reason: string;
}

interface EachChange<T> {
  rows: readonly T[];
  change: (row: T) => Promise<unknown>;
}

/** Changes rows one after another. A row that cannot be changed does not stop the others. */
export function useChangeEach<T>(onDone: (unchanged: Unchanged<T>[]) => void) {
  return useMutation({
    mutationFn: async ({ rows, change }: EachChange<T>) => {
      const unchanged: Unchanged<T>[] = [];
      for (const row of rows)
        await change(row).catch((error) => unchanged.push({ row, reason: problemOf(error).detail }));
      return unchanged;
    },
    onSuccess: (unchanged, { rows }) => {
      if (unchanged.length < rows.length) notifyDone(t.changed(rows.length - unchanged.length));
      onDone(unchanged);
    },
  });
}
