import { inLanguage } from './language.ts';

/** The dialog with the keyboard shortcuts. */
const english = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  search: 'search screens, objects and actions',
  shortcuts: 'show the keyboard shortcuts',
  close: 'close a dialog or a menu',
  calendar: 'Calendar',
  month: 'show the month before or after',
  reason: 'choose a reason for a rejection',
};

export const shortcuts = await inLanguage(english, 'shortcuts');
