import { formatCount } from '../../lib/format.ts';
import type { selection as english } from '../selection.ts';

const codesOf = (count: number) => (count === 1 ? '1 Code' : `${formatCount(count)} Codes`);
const campaignsOf = (count: number) => (count === 1 ? '1 Kampagne' : `${formatCount(count)} Kampagnen`);

export const selection: typeof english = {
  label: 'Ausgewählte Zeilen',
  select: (name) => `${name} auswählen`,
  selectAll: 'Alle Zeilen dieser Seite auswählen',
  selected: (count) => `${formatCount(count)} ausgewählt`,
  clear: 'Auswahl aufheben',
  changed: (count) => `${formatCount(count)} geändert`,
  unchanged: (count) => `${formatCount(count)} konnten nicht geändert werden`,
  more: (count) => `und ${formatCount(count)} weitere`,
  codes: {
    tags: {
      button: 'Tags',
      title: (count) => `Tags für ${codesOf(count)}`,
    },
    off: {
      button: 'Deaktivieren',
      title: (count) => `${codesOf(count)} deaktivieren?`,
      text: (count) =>
        `Spieler können ${count === 1 ? 'ihn' : 'sie'} nicht mehr einlösen. Sie können ${count === 1 ? 'ihn' : 'sie'} wieder aktivieren.`,
    },
    on: {
      button: 'Aktivieren',
      title: (count) => `${codesOf(count)} aktivieren?`,
      text: (count) => `Spieler können ${count === 1 ? 'ihn' : 'sie'} einlösen, solange die Kampagne läuft.`,
    },
    limit: {
      button: 'Limit',
      title: (count) => `Limit für ${codesOf(count)}`,
      label: 'Einlösungen je Code',
      help: 'Leer für unbegrenzt',
      save: 'Limit setzen',
    },
    dates: {
      button: 'Zeitraum',
      title: (count) => `Zeitraum für ${codesOf(count)}`,
      starts: 'Einlösbar ab',
      ends: 'Einlösbar bis',
      choices: { keep: 'Unverändert', none: 'Unbegrenzt', at: 'Datum und Uhrzeit setzen' },
      time: (label) => `${label}: Zeitpunkt`,
      needed: 'Geben Sie Datum und Uhrzeit ein.',
      save: 'Zeitraum setzen',
    },
  },
  campaigns: {
    tags: {
      button: 'Tags',
      title: (count) => `Tags für ${campaignsOf(count)}`,
    },
    games: {
      button: 'Spiele',
      title: (count) => `Spiele für ${campaignsOf(count)}`,
      save: 'Spiele setzen',
    },
    title: {
      publish: (count) => `${campaignsOf(count)} veröffentlichen?`,
      pause: (count) => `${campaignsOf(count)} pausieren?`,
      archive: (count) => `${campaignsOf(count)} archivieren?`,
      restore: (count) => `${campaignsOf(count)} wiederherstellen?`,
    },
    text: {
      publish: (count) =>
        `Spieler können die Codes ${count === 1 ? 'dieser' : 'jeder'} Kampagne von ihrem Beginn bis zu ihrem Ende einlösen.`,
      pause: (count) =>
        `Spieler können die Codes ${count === 1 ? 'dieser Kampagne erst wieder einlösen, wenn Sie die Kampagne' : 'dieser Kampagnen erst wieder einlösen, wenn Sie die Kampagnen'} fortsetzen. Umsatz zählt weiter.`,
      archive: (count) =>
        count === 1
          ? 'Die Codes dieser Kampagne gelten nicht mehr, und Umsatz zählt nicht mehr. Sie können die Kampagne später wiederherstellen, aber bis dahin empfangene Zahlungen zählen nie.'
          : 'Die Codes dieser Kampagnen gelten nicht mehr, und Umsatz zählt nicht mehr. Sie können die Kampagnen später wiederherstellen, aber bis dahin empfangene Zahlungen zählen nie.',
      restore: (count) =>
        `Spieler können die Codes ${count === 1 ? 'dieser Kampagne erst wieder einlösen, wenn Sie die Kampagne' : 'dieser Kampagnen erst wieder einlösen, wenn Sie die Kampagnen'} fortsetzen. Umsatz zählt ab jetzt, aber keine Zahlung, die während der Archivierung ankam.`,
    },
    button: {
      publish: (count) => `${formatCount(count)} veröffentlichen`,
      pause: (count) => `${formatCount(count)} pausieren`,
      archive: (count) => `${formatCount(count)} archivieren`,
      restore: (count) => `${formatCount(count)} wiederherstellen`,
    },
  },
};
