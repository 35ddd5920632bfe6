import { createStore, useStore } from '../lib/store.ts';
import { personKey } from './person-key.ts';
import { useSession } from './session.ts';

/** Increased by each choice, so that lists read the stored look again. */
const choices = createStore(0);

/** How a person wants to see a list. The hidden columns are of this list; low rows are for all lists. */
export interface TableLook {
  /** The keys of hidden columns. */
  hidden: readonly string[];
  hasLowRows: boolean;
  setHidden: (hidden: readonly string[]) => void;
  setLowRows: (hasLowRows: boolean) => void;
}

/**
 * @param list the name of the list, which stays the same in every language
 * @param extra the keys of columns that are hidden until the person chooses
 */
export function useTableLook(list: string, extra: readonly string[]): TableLook {
  const { staff_id } = useSession().session.staff;
  useStore(choices);
  const columns = personKey(`columns.${list}`, staff_id);
  const rows = personKey('low-rows', staff_id);
  const store = (key: string, value: string | null) => {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    choices.set(choices.get() + 1);
  };
  return {
    hidden: JSON.parse(localStorage.getItem(columns) ?? JSON.stringify(extra)),
    hasLowRows: localStorage.getItem(rows) !== null,
    setHidden: (hidden) => store(columns, JSON.stringify(hidden)),
    setLowRows: (hasLowRows) => store(rows, hasLowRows ? 'yes' : null),
  };
}
