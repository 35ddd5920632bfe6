/** Returns whether key presses are for a list: no dialog covers it, and the user is not typing in a field. */
export const hasKeys = () =>
  !document.querySelector('[role="dialog"]') &&
  !document.activeElement?.matches('input:not([type="checkbox"]),textarea,select');

/** Moves the focus to the link or button of the next or the previous row of a list. */
export function moveInRows(list: HTMLElement | null, by: 1 | -1): void {
  if (!list || !hasKeys()) return;
  const rows = [...list.querySelectorAll<HTMLElement>('tbody>tr')].filter((row) => openerOf(row));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by;
  const opener = rows[next] && openerOf(rows[next]);
  opener?.focus();
  opener?.scrollIntoView({ block: 'nearest' });
}

const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-opens-row],a[href],button');

/**
 * Adds the row with the focus to the selection, or removes it. @param isRange whether to select all rows from the
 * last selected one
 */
export function selectRow(list: HTMLElement | null, isRange: boolean): void {
  const row = document.activeElement?.closest('tr');
  if (!row || !list?.contains(row) || !hasKeys()) return;
  row
    .querySelector('input[type="checkbox"]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: isRange }));
}
