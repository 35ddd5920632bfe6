import type { dashboard as english } from '../dashboard.ts';

export const dashboard: typeof english = {
  title: 'Übersicht',
  note: 'Aktuelle Zahlen Ihrer Organisation',
  revenue: 'Umsatz',
  refunded: (amount) => `${amount} erstattet`,
  commission: 'Provision',
  claims: 'Einlösungen',
  payments: 'Zahlungen',
  refused: 'Abgelehnte Versuche',
  refusedNote: 'letzte 24 Stunden',
  dayBefore: 'ggü. den 24 Stunden davor',
  active: 'Aktive Kampagnen',
  campaigns: {
    title: 'Kampagnen',
    note: 'in diesem Zeitraum',
    topCodes: 'Alle Codes nach Umsatz',
    empty: 'In diesem Zeitraum lief keine Kampagne.',
    footnote:
      'Der Umsatz einer Kampagne stammt von den Spielern, die einen ihrer Codes eingelöst haben. Eine Zahlung kann für mehrere Kampagnen zählen, daher ergeben die Beträge zusammen nicht den Umsatz oben.',
  },
  first: {
    waitTitle: 'Noch keine Zahlen',
    waitText:
      'Umsatz, Einlösungen und Provision erscheinen hier, sobald Spieler Codes einlösen. Eine Person mit der Rolle Inhaber oder Live-Ops legt die erste Kampagne an.',
  },
};
