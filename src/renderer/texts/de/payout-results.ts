import { formatCount } from '../../lib/format.ts';
import type { payoutResults as english } from '../payout-results.ts';

const statements = (count: number) => (count === 1 ? '1 Abrechnung' : `${formatCount(count)} Abrechnungen`);
const lines = (count: number) => (count === 1 ? '1 Zeile' : `${formatCount(count)} Zeilen`);

const FAULTS: Record<Parameters<typeof english.fault>[0], string> = {
  invalid_csv: 'Diese Zeile oder die Datei ist nicht lesbar',
  unknown_word: 'Für dieses Wort der Statusspalte ist keine Bedeutung festgelegt',
  no_reference: 'Die Zeile enthält keine Referenz wie P12-345, oder mehrere',
  not_an_amount: 'Der Betrag ist keine Zahl wie 12,50',
  repeated: 'Die Abrechnung steht schon in einer früheren Zeile',
  other_run: 'Die Referenz gehört zu einem anderen Lauf. Importieren Sie die Zeile dort',
  unknown_statement: 'Dieser Lauf hat keine solche Abrechnung',
  removed: 'Die Abrechnung wurde aus dem Entwurf entfernt und steht in keiner Zahlungsdatei',
  nothing_payable: 'Diese Abrechnung zahlt nichts aus',
  other_currency: 'Der Lauf hat eine andere Währung',
  other_amount: 'Der Betrag stimmt nicht mit der Abrechnung überein',
  already_void:
    'Die Zahlung ist bereits als fehlgeschlagen erfasst, und der nächste Lauf zahlt den Betrag erneut. Ist sie doch angekommen, frieren Sie vor dem nächsten Lauf die Auszahlungen des Creators ein',
};

export const payoutResults: typeof english = {
  title: 'Zahlungsergebnisse importieren',
  note: (runId) =>
    `Importieren Sie die Datei, in der die Bank, PayPal oder Wise meldet, welche Zahlungen von Lauf ${runId} angekommen sind. Sie sehen das Ergebnis jeder Zeile, bevor etwas gespeichert wird.`,
  notYet: 'Sie können Zahlungsergebnisse importieren, sobald der Lauf als exportiert markiert ist.',
  fileHelp:
    'Die Datei braucht eine Spalte mit den Referenzen der Zahlungsdateien, zum Beispiel P12-345, eine mit dem Betrag und eine mit dem Status.',
  noHeader: 'Die Datei hat keine Zeilen unter einer Kopfzeile. Wählen Sie eine andere Datei.',
  mapping: 'So wird die Datei gelesen',
  mappingNote: 'Der Server speichert dies für die nächste Datei aus derselben Quelle.',
  source: 'Quelle',
  sourceHelp: 'Die Bank oder der Zahlungsdienst, zum Beispiel Wise',
  deleteSource: 'Quelle löschen',
  deleteTitle: (name) => `Quelle ${name} löschen?`,
  deleteText: 'Die gespeicherten Spalten und Wörter werden gelöscht. Importierte Ergebnisse bleiben.',
  deleted: (name) => `Die Quelle ${name} ist gelöscht.`,
  cancel: 'Abbrechen',
  columns: {
    reference: 'Referenz',
    amount: 'Betrag',
    currency: 'Währung',
    status: 'Status',
    reason: 'Grund eines Fehlschlags',
  },
  choose: 'Spalte wählen',
  none: 'Nicht in der Datei',
  words: 'Bedeutung der Wörter in der Statusspalte',
  meanings: { paid: 'Bezahlt', failed: 'Fehlgeschlagen', ignored: 'Übergehen' },
  lines,
  blankWord: 'Einige Zeilen haben keinen Status. Der Server kann sie nicht importieren.',
  tooManyWords: (count) =>
    `Diese Spalte hat ${formatCount(count)} verschiedene Werte, enthält also wohl nicht den Status. Wählen Sie eine andere Spalte.`,
  incomplete: 'Wählen Sie die Quelle, die Spalten und die Bedeutung jedes Wortes. Dann sehen Sie die Vorschau.',
  preview: 'Vorschau',
  figures: {
    paid: 'Bezahlt',
    failed: 'Fehlgeschlagen',
    refused: 'Zeilen mit Fehlern',
    without: 'Noch ohne Ergebnis',
  },
  ofStatements: statements,
  unchanged: (count) => `${lines(count)} bereits importiert`,
  ignored: (count) => `${lines(count)} übergangen`,
  import: 'Ergebnisse importieren',
  refusedAll: (count) =>
    count === 1
      ? '1 Zeile hat einen Fehler, daher kann die Datei nicht importiert werden. Korrigieren Sie die Zeile oder die Zuordnung.'
      : `${lines(count)} haben Fehler, daher kann die Datei nicht importiert werden. Korrigieren Sie die Zeilen oder die Zuordnung.`,
  nothingToDo: 'Nichts zu importieren: Die Datei enthält keine neuen Ergebnisse.',
  voids: (count) =>
    count === 1
      ? 'Der Import storniert 1 Abrechnung, deren Zahlung fehlgeschlagen ist. Der nächste Lauf rechnet sie ab.'
      : `Der Import storniert ${statements(count)}, deren Zahlungen fehlgeschlagen sind. Der nächste Lauf rechnet sie ab.`,
  list: 'Zeilen der Datei',
  firstLines: (shown, total) => `${formatCount(shown)} von ${formatCount(total)}, Fehler zuerst`,
  line: 'Zeile',
  result: 'Ergebnis',
  creator: 'Creator',
  reference: 'Referenz',
  payable: 'Auszahlung',
  why: 'Grund',
  outcomes: {
    refused: 'Fehler',
    returned: 'Zurückgekommen',
    failed: 'Fehlgeschlagen',
    paid: 'Bezahlt',
    unchanged: 'Unverändert',
    ignored: 'Übergangen',
  },
  fault: (code) => FAULTS[code],
  withoutTitle: 'Abrechnungen noch ohne Ergebnis',
  withoutNote: (count) =>
    count === 1
      ? 'Die Datei sagt nicht, ob diese Zahlung angekommen ist. Sie kann in einer anderen Datei stehen oder von Hand bezahlt worden sein.'
      : 'Die Datei sagt nicht, ob diese Zahlungen angekommen sind. Sie können in einer anderen Datei stehen oder von Hand bezahlt worden sein.',
  more: (count) => `Und ${formatCount(count)} weitere.`,
  done: (paid, failed) => `${statements(paid)} bezahlt, ${formatCount(failed)} fehlgeschlagen.`,
  toRun: 'Lauf öffnen',
  showFailed: 'Fehlgeschlagene Abrechnungen zeigen',
  another: 'Weitere Datei importieren',
};
