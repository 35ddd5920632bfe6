import type { calendar as english } from '../calendar.ts';

export const calendar: typeof english = {
  title: 'Kalender',
  note: 'Wann Spieler Codes einlösen können, in der Zeitzone der Organisation. Punkte sind geplante Änderungen.',
  loading: 'Der Kalender wird geladen',
  previous: 'Voriger Monat',
  present: 'Dieser Monat',
  next: 'Nächster Monat',
  keys: '← und → wechseln den Monat',
  none: 'Nichts in diesem Monat',
  noneText: 'In diesem Monat läuft keine Kampagne, und kein Stapel oder Code hat Zeiten darin.',
  partial: 'In diesem Monat gibt es mehr, als der Kalender zeigt. Wählen Sie ein Spiel, um weniger zu sehen.',
  until: (end) => `Bis ${end}`,
  from: (start) => `Ab ${start}`,
  period: (start, end) => `${start} – ${end}`,
};
