/** Moves the focus to the link or button of the next or the previous row of a list, unless a dialog covers it. */
export function moveInRows(list: HTMLElement | null, by: 1 | -1): void {
  if (!list || document.querySelector('[role="dialog"]')) return;
  const rows = [...list.querySelectorAll<HTMLElement>('tbody>tr')].filter((row) => openerOf(row));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by;
  const opener = rows[next] && openerOf(rows[next]);
  opener?.focus();
  opener?.scrollIntoView({ block: 'nearest' });
}

const openerOf = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-opens-row],a[href],button');
