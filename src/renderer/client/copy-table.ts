import { safeCell } from '../lib/safe-cell.ts';
import { lists as t } from '../texts/lists.ts';
import { notifyDone } from './notify.ts';

/** Copies the table in an element so that it pastes into the cells of a spreadsheet. */
export async function copyTable(place: HTMLElement | null): Promise<void> {
  const rows = cellsOf(place).map((cells) => cells.map(safeCell));
  await navigator.clipboard.writeText(rows.map((cells) => cells.join('\t')).join('\n'));
  notifyDone(t.copied(rows.length - 1));
}

/** Returns the visible texts of a table, headers first, without the buttons and checkboxes of rows. */
function cellsOf(place: HTMLElement | null): string[][] {
  const rows = [...(place?.querySelectorAll('tr') ?? [])];
  const cellsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>(':is(th,td):not(.stays,.selects)')];
  // biome-ignore lint/performance/useDomNodeTextContent: `textContent` would join the words of neighbouring elements
  return rows.map((row) => cellsIn(row).map((cell) => cell.innerText));
}
