import type { Comparison } from '../lib/compared-range.ts';
import { usePersonChoice } from './person-choice.ts';

/** How a person wants to see charts, on all screens. */
export interface ChartLook {
  comparison: Comparison | null;
  isTable: boolean;
  setComparison: (comparison: Comparison | null) => void;
  setTable: (isTable: boolean) => void;
}

export function useChartLook(): ChartLook {
  const [comparison, setComparison] = usePersonChoice<Comparison | null>('chart-comparison', null);
  const [isTable, setTable] = usePersonChoice('chart-is-table', false);
  return { comparison, isTable, setComparison, setTable };
}
