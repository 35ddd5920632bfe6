import type { Period } from './period-rules.ts';

/** Creates and parses the periods of jobs that work on objects, each under a key such as `run-7`. */
export function idPeriods(prefix: string) {
  const keys = new RegExp(`^${prefix}-([1-9]\\d{0,15})$`);
  const idOf = ({ key }: Pick<Period, 'key'>) => Number(keys.exec(key)?.[1]);
  const periodOf = (id: number, at: number): Period => ({ key: `${prefix}-${id}`, from: at, to: at, dueAt: at });
  return { idOf, periodOf, parse: (key: string) => (keys.test(key) ? periodOf(idOf({ key }), 0) : null) };
}
