import type { shortcuts as english } from '../shortcuts.ts';

export const shortcuts: typeof english = {
  title: 'Tastenkürzel',
  everywhere: 'Überall',
  search: 'Seiten, Objekte und Aktionen suchen',
  shortcuts: 'Tastenkürzel anzeigen',
  close: 'Dialog oder Menü schließen',
  calendar: 'Kalender',
  month: 'den Monat davor oder danach zeigen',
  reason: 'Grund einer Ablehnung wählen',
};
