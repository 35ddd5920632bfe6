import { inLanguage } from './language.ts';

/** The dialog with the keyboard shortcuts. */
const english = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  search: 'search screens, objects and actions',
  shortcuts: 'show the keyboard shortcuts',
  close: 'close a dialog or a menu',
  lists: 'Lists',
  rows: 'move to the next or previous row',
  openRow: 'open the row',
  selectRow: 'select the row',
  selectRows: 'select all rows from the last selected row to this one',
  goTo: 'Go to a screen: press the keys one after the other',
  calendar: 'Calendar',
  month: 'show the previous or next month',
  reason: 'choose a reason for a rejection',
};

export const shortcuts = await inLanguage(english, 'shortcuts');
