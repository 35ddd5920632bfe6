import type { ColumnWidths } from '../lib/column-width.ts';
import type { Paging } from '../lib/list-search.ts';
import { usePersonChoice } from './person-choice.ts';

/** The numbers of rows that a page can have; the first is the daemon's default. */
export const PAGE_SIZES = [25, 50, 100];
const [DEFAULT_SIZE] = PAGE_SIZES as [number];

const usePageSize = () => usePersonChoice('page-size', DEFAULT_SIZE);

/** Returns the page length that the person chose, for the query of a list. */
export function usePaging(): Paging {
  const [pageSize] = usePageSize();
  return pageSize === DEFAULT_SIZE ? {} : { page_size: pageSize };
}

/**
 * How a person wants to see a list. The columns and their widths apply to one list; the row height and the page length
 * apply to all lists.
 */
export interface TableLook {
  /** The keys of hidden columns. */
  hidden: readonly string[];
  /** The keys of the columns in the order that the person chose; columns that are not in it come last. */
  order: readonly string[];
  /** The widths in pixels of the columns whose width the person chose, by key. */
  widths: ColumnWidths;
  hasLowRows: boolean;
  pageSize: number;
  setHidden: (hidden: readonly string[]) => void;
  setOrder: (order: readonly string[]) => void;
  setWidths: (widths: ColumnWidths) => void;
  setLowRows: (hasLowRows: boolean) => void;
  setPageSize: (pageSize: number) => void;
}

/**
 * @param list the name of the list, which stays the same in every language
 * @param extra the keys of columns that are hidden until the person chooses
 */
export function useTableLook(list: string, extra: readonly string[]): TableLook {
  const [hidden, setHidden] = usePersonChoice(`columns.${list}`, extra);
  const [order, setOrder] = usePersonChoice<readonly string[]>(`order.${list}`, []);
  const [widths, setWidths] = usePersonChoice<ColumnWidths>(`widths.${list}`, {});
  const [hasLowRows, setLowRows] = usePersonChoice('rows-are-low', false);
  const [pageSize, setPageSize] = usePageSize();
  return { hidden, order, widths, hasLowRows, pageSize, setHidden, setOrder, setWidths, setLowRows, setPageSize };
}
