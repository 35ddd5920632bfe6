import type { MouseEvent } from 'react';

const CONTROLS = ['a', 'button', 'input', 'label', 'select', 'textarea', 'summary'].join(',');

/** Opens a row on a click outside its controls, such as its link or its button with `data-opens-row`. */
export function openRow(event: MouseEvent<HTMLElement>) {
  const { currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  const target = event.target as Element;
  // Menus and dialogs of a row are elsewhere in the page, but React sends their clicks to the row.
  if (!row.contains(target) || target.closest(CONTROLS) || getSelection()?.toString()) return;
  const opener = row.querySelector('[data-opens-row]') ?? row.querySelector('a[href]');
  opener?.dispatchEvent(
    new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
}
