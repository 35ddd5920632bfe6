import { formatCount } from '../../lib/format.ts';
import type { payoutChecks as english } from '../payout-checks.ts';

const creators = (count: number) => `${formatCount(count)} Creator`;
const stand = (amount: string, count: number) => `${amount} für ${creators(count)} sind in keiner Zahlungsdatei`;

export const payoutChecks: typeof english = {
  title: 'Zahlungswege',
  parts: { paypal: 'PayPal', wise: 'Wise', bank: 'Bank', by_hand: 'Von Hand', unpayable: 'Nicht zahlbar' },
  filters: {
    paypal: 'In der PayPal-Datei',
    wise: 'In der Wise-Datei',
    bank: 'In der Bankdatei',
    by_hand: 'Von Hand zu zahlen',
    unpayable: 'Nicht zahlbar',
  },
  about: {
    paypal: 'In der Datei für PayPal',
    wise: 'In der Datei für Wise',
    bank: 'In der Datei für die Bank',
    by_hand: 'Mit einer Adresse, die keine Zahlungsdatei unterstützt',
    unpayable: 'Ohne Auszahlungsdaten',
  },
  payable: 'Auszahlung',
  creators,
  arrived: (amount) => `${amount} angekommen`,
  voided: (amount) => `${amount} storniert`,
  failed: 'Die Zahlungswege konnten nicht geladen werden.',
  retry: 'Erneut versuchen',
  loading: 'Die Zahlungswege werden geladen',
  warn: {
    unpayable: (amount, count) =>
      `${stand(amount, count)}: ${count === 1 ? 'Ihm' : 'Ihnen'} fehlen die Auszahlungsdaten.`,
    byHand: (amount, count) => `Auch ${stand(amount, count)}: Zahlen Sie ${count === 1 ? 'ihn' : 'sie'} von Hand aus.`,
    byHandAlone: (amount, count) => `${stand(amount, count)}: Zahlen Sie ${count === 1 ? 'ihn' : 'sie'} von Hand aus.`,
    draft: (count) =>
      count === 1
        ? 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Tragen Sie die fehlenden Daten ein und entfernen Sie diese Abrechnung aus dem Lauf; der nächste Lauf zahlt sie per Datei. Oder zahlen Sie diesen Creator von Hand aus.'
        : 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Tragen Sie die fehlenden Daten ein und entfernen Sie diese Abrechnungen aus dem Lauf; der nächste Lauf zahlt sie per Datei. Oder zahlen Sie diese Creator von Hand aus.',
    approved: (count) =>
      count === 1
        ? 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Zahlen Sie diesen Creator von Hand aus. Oder tragen Sie die fehlenden Daten ein und stornieren Sie diese Abrechnung, sobald der Lauf als exportiert markiert ist; der nächste Lauf zahlt sie per Datei.'
        : 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Zahlen Sie diese Creator von Hand aus. Oder tragen Sie die fehlenden Daten ein und stornieren Sie diese Abrechnungen, sobald der Lauf als exportiert markiert ist; der nächste Lauf zahlt sie per Datei.',
    exported: (count) =>
      count === 1
        ? 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Zahlen Sie diesen Creator von Hand aus. Oder tragen Sie die fehlenden Daten ein und stornieren Sie diese Abrechnung; der nächste Lauf zahlt sie per Datei.'
        : 'Ein Lauf behält die Daten, mit denen er erstellt wurde. Zahlen Sie diese Creator von Hand aus. Oder tragen Sie die fehlenden Daten ein und stornieren Sie diese Abrechnungen; der nächste Lauf zahlt sie per Datei.',
    whoIs: (count) => (count === 1 ? 'Diesen Creator zeigen' : 'Diese Creator zeigen'),
    paidAnyway: 'Markieren Sie den Lauf nur als bezahlt, wenn Sie diesen Betrag von Hand bezahlt haben.',
  },
  list: (part) => `Abrechnungen: ${part}`,
  columns: {
    creator: 'Creator',
    payable: 'Auszahlung',
    to: 'Zahlung an',
    why: 'Grund',
    reference: 'Verwendungszweck',
    open: 'Abrechnung',
  },
  details: 'Auszahlungsdaten',
  statement: 'Abrechnung',
  statementOf: (name) => `Abrechnung von ${name}`,
  why: {
    no_file_for_method: (method) => `Keine Zahlungsdatei unterstützt „${method}“`,
    address_not_usable: () => 'Die Zahlungsdatei unterstützt diese Adresse nicht',
    no_payout_method: () => 'Die Auszahlungsmethode fehlt',
    no_address: () => 'Die Adresse fehlt',
  },
  failedPayment: 'Fehlgeschlagen',
  nothing: 'Keine Daten',
  none: 'Keine Abrechnung wird so bezahlt',
  noneText: 'Wählen Sie einen anderen Zahlungsweg, oder zeigen Sie alle Abrechnungen.',
  files: {
    label: 'Dateien des Laufs',
    note: 'Eine Datei ist bei jedem Speichern identisch. Vergleichen Sie ihren SHA-256 mit dem der Datei, aus der Sie zahlen.',
    paying: 'Zahlungsdateien',
    lockedDraft: 'gesperrt, bis der Lauf genehmigt ist',
    lockedVoid: 'gesperrt, weil der Lauf storniert ist',
    books: 'Für Ihre Buchhaltung',
    file: 'Datei',
    content: 'Inhalt',
    rows: 'Zeilen',
    amount: 'Betrag',
    names: {
      finance: 'Finanzen',
      excel: 'Excel',
      lines: 'Posten',
      lines_with_currencies: 'Währungen',
      paypal: 'PayPal',
      wise: 'Wise',
      bank: 'Bank',
    },
    about: {
      finance: 'Eine Zeile je Creator',
      excel: 'CSV-Datei, die Excel direkt öffnet',
      lines: 'Eine Zeile je Creator und Kampagne',
      lines_with_currencies: 'Eine Zeile je Creator, Kampagne und Währung, in der Spieler gezahlt haben',
      paypal: 'Die Zahlungsdatei von PayPal',
      wise: 'Die Vorlage von Wise für Zahlungen per E-Mail',
      bank: 'Überweisungen auf die Konten der Creator',
    },
    zip: ', als ZIP mit einer Liste der Creator, die fehlen',
    noHash: 'Nicht gespeichert',
    noHashWhy:
      'Dieser Lauf ist älter als das Dateiformat, deshalb wurde kein Hash gespeichert. Der Server erstellt die Datei aus den Abrechnungen.',
    copy: (label) => `SHA-256 der Datei ${label} kopieren`,
    save: (label, format) => `Datei ${label} speichern, ${format}`,
    csv: 'CSV',
    zipButton: 'ZIP',
    inFiles: 'In Zahlungsdateien',
    outside: 'In keiner Zahlungsdatei',
  },
  compare: {
    with: 'Verglichen mit',
    run: (runId, period, status) => `Lauf ${runId} · ${period} · ${status}`,
    runAlone: (runId) => `Lauf ${runId}`,
    none: 'Es gibt keinen früheren Lauf',
    noneText: 'Das ist der erste Auszahlungslauf, daher gibt es nichts zu vergleichen.',
    noRun: 'Kein Lauf passt',
    badRun: 'Mit dem gewählten Lauf lässt sich dieser nicht vergleichen',
    label: 'Unterschied je Creator',
    figures: {
      difference: 'Differenz',
      before: (before) => `vorher ${before}`,
      new: 'Neue Creator',
      gone: 'Weggefallene Creator',
      addresses: 'Geänderte Auszahlungsdaten',
      check: 'Vor dem Zahlen prüfen',
    },
    only: 'Änderungen',
    any: 'Jede Änderung',
    filters: {
      new: 'Neu',
      gone: 'Weggefallen',
      address_changed: 'Auszahlungsdaten geändert',
      payable_changed: 'Auszahlung geändert',
    },
    columns: { creator: 'Creator', before: 'Vorher', now: 'Jetzt', difference: 'Differenz', change: 'Änderung' },
    isNew: 'Neu',
    isGone: 'Weggefallen',
    isMerged: 'Zusammengelegt mit',
    noMatch: 'Kein Creator passt',
    noMatchText: 'Versuchen Sie eine andere Suche oder Änderung.',
    empty: 'Keiner der Läufe hat eine Abrechnung',
    gone: (count, amount, runId) =>
      `${creators(count)} aus Lauf ${runId} (insgesamt ${amount}) ${count === 1 ? 'ist' : 'sind'} nicht in diesem Lauf.`,
    showGone: 'Weggefallene zeigen',
  },
};
