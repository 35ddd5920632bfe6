import { useNavigate, useSearch } from '@tanstack/react-router';

/** The number of rows on a page. The person chooses it for all lists at once, so it is not in the address. */
export interface Paging {
  page_size?: number;
}

/** The state of a list in the address, which users can share and reload. */
export interface ListSearch extends Paging {
  q?: string;
  sort?: string;
  page?: number;
  /** The position in the list if it is beyond the numbered pages. */
  after?: string;
}

type Raw = Record<string, unknown>;

/** Parses the address, which can contain anything, and omits invalid values. */
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

/**
 * Parses the address's search parameters for a screen. Only this function reads them, so that all of them are checked.
 */
export const useParsedSearch = <S>(parse: (raw: Raw) => S): S => parse(useSearch({ strict: false }));

export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((item) => item === value);
}

export function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/**
 * Changes the search parameters in the address. A new filter starts at page 1, and typing adds no entries to the
 * history.
 */
export function useChangeSearch<S extends ListSearch>(): (change: Partial<S>) => void {
  const navigate = useNavigate();
  return (change) => {
    const restart = { page: undefined, after: undefined };
    navigate({
      to: '.',
      search: (before) => ({ ...before, ...restart, ...change }),
      replace: 'q' in change && Object.keys(change).length === 1,
      // The page does not scroll when the period changes, for example when a person zooms in a chart.
      resetScroll: !('period' in change),
    });
  };
}
