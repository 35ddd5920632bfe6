import type { Minor } from '../../lib/money.ts';

/** The sums of a code in a period. */
export interface CodeResult {
  codeId: number;
  claims: number;
  payments: number;
  revenue: Minor;
  refunds: Minor;
}

export type ResultSort = '-revenue' | '-claims' | '-payments' | '-refunds';

const AMOUNTS: Record<ResultSort, (result: CodeResult) => bigint> = {
  '-revenue': ({ revenue }) => revenue,
  '-claims': ({ claims }) => BigInt(claims),
  '-payments': ({ payments }) => BigInt(payments),
  '-refunds': ({ refunds }) => refunds,
};

/** Collects results and keeps only the best, because there can be millions. */
export function createBest(sort: ResultSort, most: number) {
  const amountOf = AMOUNTS[sort];
  const compare = (a: CodeResult, b: CodeResult) => {
    const [x, y] = [amountOf(a), amountOf(b)];
    if (x !== y) return x > y ? -1 : 1;
    return b.claims - a.claims || a.codeId - b.codeId;
  };
  let best: CodeResult[] = [];
  return {
    add(results: readonly CodeResult[]) {
      best.push(...results);
      if (best.length > 2 * most) best = best.sort(compare).slice(0, most);
    },
    /** Returns the best results, best first. */
    inOrder: (): CodeResult[] => best.sort(compare).slice(0, most),
  };
}
