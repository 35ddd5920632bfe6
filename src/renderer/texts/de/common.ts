import { formatCount } from '../../lib/format.ts';
import type { common as english } from '../en/common.ts';

export const common: typeof english = {
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  add: 'Hinzufügen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  search: 'Suchen',
  tryAgain: 'Erneut versuchen',
  loading: 'Wird geladen',
  all: 'Alle',
  none: 'Keine',
  never: 'Nie',
  optional: 'Freiwillig',
  showMore: 'Mehr anzeigen',
  actionsFor: (name) => `Aktionen für ${name}`,
  rows: (count) => (count === 1 ? '1 Zeile' : `${formatCount(count)} Zeilen`),
  claims: (count) => (count === 1 ? '1 Einlösung' : `${formatCount(count)} Einlösungen`),
  codes: (count) => (count === 1 ? '1 Code' : `${formatCount(count)} Codes`),
  payments: (count) => (count === 1 ? '1 Zahlung' : `${formatCount(count)} Zahlungen`),
  creators: (count) => (count === 1 ? '1 Creator' : `${formatCount(count)} Creator`),
  roles: {
    owner: 'Inhaber',
    live_ops: 'Live-Ops',
    moderator: 'Moderation',
    finance: 'Finanzen',
    viewer: 'Leser',
  },
};
