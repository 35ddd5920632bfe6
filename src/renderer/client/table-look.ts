import { usePersonChoice } from './person-choice.ts';

/** How a person wants to see a list. The columns are of this list; low rows are for all lists. */
export interface TableLook {
  /** The keys of hidden columns. */
  hidden: readonly string[];
  /** The keys of the columns in the order that the person chose; columns that are not in it come last. */
  order: readonly string[];
  hasLowRows: boolean;
  setHidden: (hidden: readonly string[]) => void;
  setOrder: (order: readonly string[]) => void;
  setLowRows: (hasLowRows: boolean) => void;
}

/**
 * @param list the name of the list, which stays the same in every language
 * @param extra the keys of columns that are hidden until the person chooses
 */
export function useTableLook(list: string, extra: readonly string[]): TableLook {
  const [hidden, setHidden] = usePersonChoice(`columns.${list}`, extra);
  const [order, setOrder] = usePersonChoice<readonly string[]>(`order.${list}`, []);
  const [hasLowRows, setLowRows] = usePersonChoice('rows-are-low', false);
  return { hidden, order, hasLowRows, setHidden, setOrder, setLowRows };
}
