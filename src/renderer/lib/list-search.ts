import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address keeps of a list, so that it can be shared, reloaded and gone back to. */
export interface ListSearch {
  q?: string;
  sort?: string;
  page?: number;
}

type Raw = Record<string, unknown>;

/** Anything may stand in an address: what does not fit is left out. */
export function parseListSearch(raw: Raw): ListSearch {
  const page = Number(raw.page);
  return {
    ...textOf(raw, 'q'),
    ...textOf(raw, 'sort'),
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {}),
  };
}

function textOf<K extends string>(raw: Raw, name: K): { [P in K]?: string } {
  const value = raw[name];
  return (typeof value === 'string' && value !== '' ? { [name]: value.slice(0, 200) } : {}) as { [P in K]?: string };
}

/** The address's search as a screen understands it; it is read here and nowhere else, so that nothing unread gets in. */
export const useParsedSearch = <S>(parse: (raw: Raw) => S): S => parse(useSearch({ strict: false }) as Raw);

export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((item) => item === value);
}

/** Changes the address's search. A new filter starts at page 1, and typing makes no history. */
export function useChangeSearch<S extends ListSearch>(): (change: Partial<S>) => void {
  const navigate = useNavigate();
  return (change) => {
    const restart = 'page' in change ? {} : { page: undefined };
    navigate({
      to: '.',
      search: ((before: S) => ({ ...before, ...restart, ...change })) as never,
      replace: 'q' in change && Object.keys(change).length === 1,
    });
  };
}
