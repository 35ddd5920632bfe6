import type { codeResults as english } from '../code-results.ts';

export const codeResults: typeof english = {
  title: 'Beste Codes',
  note: 'Einlösungen und Umsatz aller Codes, die Spieler in einem Zeitraum benutzt haben',
  code: 'Code',
  campaign: 'Kampagne',
  creator: 'Creator',
  claims: 'Einlösungen',
  payments: 'Zahlungen',
  revenue: 'Umsatz',
  refunds: 'Erstattungen',
  none: 'In diesem Zeitraum wurde kein Code benutzt',
  noneText: 'Wählen Sie einen anderen Zeitraum.',
  overlap:
    'Eine Zahlung zählt für jeden Einlösecode, den ihr Spieler eingelöst hat, deshalb ergeben diese Beträge nicht den gesamten Umsatz.',
};
