import { median } from '../bench-daemon.ts';

/** The values of one figure over the repeats. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export const spreadOf = (values: readonly number[]): Spread | null =>
  values.length === 0 ? null : { median: median(values), least: Math.min(...values), most: Math.max(...values) };

/** The figures of one repeat by their ID. */
export type Repeat<F> = Readonly<Record<string, F | undefined>>;

/** Computes each ratio within one repeat, so that a machine that slows down between repeats does not change it. */
export function ratioSpread<F>(
  repeats: readonly Repeat<F>[],
  id: string,
  yardstick: string,
  valueIn: (figure: F) => number,
): Spread | null {
  return spreadOf(
    repeats.flatMap((repeat) => {
      const [figure, of] = [repeat[id], repeat[yardstick]];
      return figure === undefined || of === undefined ? [] : [valueIn(figure) / valueIn(of)];
    }),
  );
}

export function spreadOfId<F>(repeats: readonly Repeat<F>[], id: string, valueIn: (figure: F) => number | null) {
  return spreadOf(
    repeats.flatMap((repeat) => {
      const value = repeat[id] && valueIn(repeat[id]);
      return value === undefined || value === null ? [] : [value];
    }),
  );
}

/** Rotates the list by a different amount in each repeat, so that no figure is always measured first or last. */
export function rotated<T>(list: readonly T[], repeat: number, repeats: number): T[] {
  const from = Math.floor((repeat * list.length) / repeats);
  return [...list.slice(from), ...list.slice(0, from)];
}
