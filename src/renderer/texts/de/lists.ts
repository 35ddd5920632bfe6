import { formatCount } from '../../lib/format.ts';
import type { lists as english } from '../lists.ts';

export const lists: typeof english = {
  nothingOnPage: (total) => `Nichts auf dieser Seite, insgesamt ${total}`,
  rows: (first, last, total) => `${first}–${last} von ${total}`,
  controls: { first: 'Erste Seite', previous: 'Vorige Seite', next: 'Nächste Seite', last: 'Letzte Seite' },
  page: (page) => `Seite ${page}`,
  newest: (count) => `Die neuesten ${count}`,
  all: (count) => `${count === 1 ? '1 Zeile' : `${formatCount(count)} Zeilen`} insgesamt`,
  saveCsv: 'Als CSV speichern',
  look: 'Ansicht',
  columns: 'Spalten',
  columnNarrower: (name) => `${name} schmaler`,
  columnWider: (name) => `${name} breiter`,
  resetWidths: 'Breiten zurücksetzen',
  columnUp: (name) => `${name} nach oben`,
  columnDown: (name) => `${name} nach unten`,
  lowRows: 'Niedrige Zeilen',
  pageSize: 'Zeilen je Seite',
  copyRows: 'Diese Zeilen kopieren',
  copied: (count) =>
    count === 1
      ? '1 Zeile kopiert. Sie können sie in eine Tabelle einfügen.'
      : `${formatCount(count)} Zeilen kopiert. Sie können sie in eine Tabelle einfügen.`,
  showMore: 'Mehr anzeigen',
  noneYet: 'Noch kein Treffer',
  showMoreHint: 'Kein Treffer unter den neuesten Zeilen. „Mehr anzeigen“ durchsucht ältere Zeilen.',
  clearSearch: 'Suche leeren',
  reason: 'Grund',
  reasonHelp: 'Der Grund wird mit dem Eintrag gespeichert.',
};
