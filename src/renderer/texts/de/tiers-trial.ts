import { plural } from '../../lib/format.ts';
import type { tiersTrial as english } from '../tiers-trial.ts';

export const tiersTrial: typeof english = {
  tab: 'Andere Stufen testen',
  title: 'Andere Stufen mit den letzten 90 Tagen testen',
  note: 'Sehen Sie, was jeder Creator verdient hätte. Nichts wird gespeichert: Die Stufen der Kampagne und alle Auszahlungen bleiben unverändert.',
  help: 'Die höchste Stufe, die ein Creator erreicht hat, gilt für seinen ganzen Umsatz seit Beginn des Zeitraums. Früherer Umsatz behält seine Stufen, zählt aber für die nächste mit. Creator mit eigenem Prozentsatz behalten ihn.',
  from: 'Von',
  to: 'Bis',
  timeMissing: 'Geben Sie Datum und Uhrzeit ein',
  afterStart: 'Das Ende muss nach dem Beginn liegen',
  submit: 'Stufen testen',
  reset: 'Stufen zurücksetzen',
  first: 'Dies sind die gespeicherten Beträge. Ändern Sie die Stufen und wählen Sie „Stufen testen“.',
  outdated: 'Sie haben das Formular seitdem geändert. Wählen Sie „Stufen testen“, um die Beträge zu aktualisieren.',
  tried: 'Die Beträge unten gelten für die Stufen im Formular.',
  loading: 'Stufen werden geladen',
  list: 'Provision je Creator',
  revenue: 'Umsatz im Zeitraum',
  commission: 'Gespeicherte Provision',
  trial: 'Mit diesen Stufen',
  difference: 'Unterschied',
  creator: 'Creator',
  creators: (count) => plural(count, 'Creator', 'Creator'),
  empty: 'Keine Provision in diesem Zeitraum',
  emptyText: 'Keine Zahlung in diesem Zeitraum zählt für einen Creator der Kampagne. Wählen Sie einen früheren Beginn.',
};
