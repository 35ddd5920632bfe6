import type { shortcuts as english } from '../shortcuts.ts';

export const shortcuts: typeof english = {
  title: 'Tastenkürzel',
  everywhere: 'Überall',
  search: 'Seiten, Objekte und Aktionen suchen',
  shortcuts: 'Tastenkürzel anzeigen',
  close: 'Dialog oder Menü schließen',
  lists: 'Listen',
  rows: 'zur nächsten oder vorherigen Zeile gehen',
  openRow: 'die Zeile öffnen',
  selectRow: 'die Zeile auswählen',
  selectRows: 'alle Zeilen ab der zuletzt gewählten auswählen',
  goTo: 'Zu einem Bereich gehen, eine Taste nach der anderen',
  calendar: 'Kalender',
  month: 'den Monat davor oder danach zeigen',
  reason: 'Grund einer Ablehnung wählen',
};
