import { formatCount } from '../../lib/format.ts';
import type { imports as english } from '../imports.ts';

const rows = (count: number) => (count === 1 ? '1 Zeile' : `${formatCount(count)} Zeilen`);
const codes = (count: number) => (count === 1 ? '1 Code' : `${formatCount(count)} Codes`);

export const imports: typeof english = {
  file: 'Datei',
  choose: 'CSV-Datei wählen',
  drop: 'oder hier ablegen',
  another: 'Andere Datei wählen',
  example: 'Beispieldatei speichern',
  notUtf8: 'Die Datei ist nicht in UTF-8. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
  tooLarge: 'Die Datei ist größer als 1 MB. Teilen Sie sie in mehrere Dateien, jede mit der Kopfzeile.',
  columns: 'Spalten',
  needed: 'erforderlich',
  columnsNote: 'Die erste Zeile nennt die Spalten. Kommas, Semikolons oder Tabulatoren trennen sie.',
  looking: 'Die Datei wird geprüft',
  preview: 'Vorschau',
  nothingKept: 'Noch wurde nichts importiert.',
  figures: { new: 'Neu', changed: 'Geändert', unchanged: 'Unverändert', refused: 'Abgelehnt' },
  refused: 'Abgelehnte Zeilen',
  refusedShown: (shown, total) => `die ersten ${formatCount(shown)} von ${formatCount(total)}`,
  line: 'Zeile',
  reason: 'Grund',
  saveRefused: 'Abgelehnte Zeilen speichern',
  saveHint:
    'Die gespeicherte Datei hat die Gründe in ihrer letzten Spalte. Berichtigen Sie die Zeilen, und importieren Sie die Datei, wie sie ist.',
  refusedFile: 'abgelehnte-zeilen.csv',
  rows: 'Zeilen der Datei',
  firstRows: (shown) => `die ersten ${formatCount(shown)}`,
  result: 'Ergebnis',
  results: { new: 'Neu', changed: 'Geändert', unchanged: 'Unverändert', refused: 'Abgelehnt' },
  whole:
    'Die Datei lässt sich nicht lesen, darum kann keine ihrer Zeilen importiert werden. Berichtigen Sie sie, und wählen Sie sie noch einmal.',
  noneValid: 'Keine Zeile der Datei kann importiert werden.',
  partly: (refused) =>
    `${rows(refused)} ${refused === 1 ? 'kann' : 'können'} nicht importiert werden. Berichtigen Sie die Datei und wählen Sie sie noch einmal, oder importieren Sie nur die gültigen Zeilen.`,
  nothingToDo: 'Nichts zu importieren: Alle Zeilen sind schon vorhanden.',
  importAll: (count) => `${rows(count)} importieren`,
  importValid: (valid) =>
    `Nur die ${valid === 1 ? 'gültige Zeile' : `${formatCount(valid)} gültigen Zeilen`} importieren`,
  failed: 'Nichts wurde importiert',
  leftOut: (count) => `${rows(count)} übersprungen, weil abgelehnt.`,
  again: 'Weitere Datei importieren',
  codes: {
    title: 'Codes importieren',
    note: 'Importieren Sie Ihre Codes aus einer CSV-Datei, als Einlösecodes dieser Kampagne. Sie sehen das Ergebnis jeder Zeile, bevor etwas gespeichert wird.',
    defaults: 'Für fehlende Spalten und leere Zellen',
    defaultsNote: 'Wenn in der Datei eine Spalte oder Zelle fehlt, bekommt der Code den Wert, den Sie hier eingeben.',
    fields: {
      code: 'Code',
      name: 'Name',
      root_url: 'Einlöseseite',
      usage_limit: 'Höchstzahl der Einlösungen je Code',
      active: 'Aktiv',
      rewards_json: 'Belohnungen',
    },
    lacks: {
      name: 'Einige Codes in der Datei haben keinen Namen. Geben Sie hier einen ein',
      root_url: 'Einige Codes in der Datei haben keine Einlöseseite. Geben Sie hier eine ein',
    },
    rewardsHelp: 'Ein JSON-Objekt oder eine Liste von Objekten',
    help: {
      code: 'Der Wert, 3–64 Zeichen: Buchstaben, Ziffern, _ und -',
      name: 'Wie Ihr Team den Code nennt',
      root_url: 'Die Einlöseseite',
      usage_limit: 'Wie viele Spieler den Code einlösen können',
      active: 'Y oder N',
      rewards_json: 'Die Belohnungen als JSON',
    },
    running: (done, total) => `${formatCount(done)} von ${codes(total)} sind angelegt.`,
    progress: 'Fortschritt',
    done: (count, isDraft) =>
      `${codes(count)} angelegt. Spieler können ${count === 1 ? 'ihn' : 'sie'} einlösen, ${isDraft ? 'sobald die Kampagne veröffentlicht ist' : 'solange die Kampagne läuft'}.`,
    failed: 'Die Codes wurden nicht angelegt',
    open: 'Stapel öffnen',
    exampleFile: 'codes-beispiel.csv',
  },
  creators: {
    title: 'Creator importieren',
    note: 'Legen Sie Creator aus einer CSV-Datei an, oder ändern Sie sie. Sie sehen das Ergebnis jeder Zeile, bevor etwas gespeichert wird.',
    help: {
      creator_id: 'Die Kennung, die das Spiel verwendet',
      display_name: 'Der Name',
      email: 'Wohin die täglichen Ergebnisse gehen',
      commission_percent: 'Der eigene Prozentsatz des Creators, etwa 12.5',
      status: 'active oder suspended',
      payout_method: 'Etwa paypal, wise oder bank',
      payout_address: 'Eine E-Mail-Adresse oder eine IBAN, je nach Methode',
    },
    blank: 'Eine leere Zelle ändert nichts.',
    fields: {
      creator_id: 'Kennung des Creators',
      display_name: 'Name',
      email: 'E-Mail',
      commission_percent: 'Eigene Provision',
      status: 'Status',
      payout_method: 'Auszahlungsmethode',
      payout_address: 'Auszahlungsadresse',
    },
    done: (created, updated, unchanged) =>
      `${formatCount(created)} neu, ${formatCount(updated)} geändert, ${formatCount(unchanged)} unverändert.`,
    open: 'Creator anzeigen',
    exampleFile: 'creator-beispiel.csv',
  },
};
