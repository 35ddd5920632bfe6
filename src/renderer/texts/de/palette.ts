import type { palette as english } from '../en/palette.ts';

export const palette: typeof english = {
  label: 'Alles durchsuchen',
  placeholder: 'Seiten, Kampagnen, Codes, Creator, Spieler suchen…',
  results: 'Treffer',
  nothing: 'Nichts gefunden',
  searching: 'Suche läuft…',
  failed: 'Die Suche hat nicht funktioniert',
  groups: {
    screens: 'Seiten',
    campaigns: 'Kampagnen',
    codes: 'Codes',
    creators: 'Creator',
    players: 'Spieler',
    runs: 'Auszahlungsläufe',
    staff: 'Team',
  },
  account: 'Passwort und Anmeldung',
  newCampaign: 'Neue Kampagne',
  findPlayer: (id) => `Nach dem Spieler ${id} suchen`,
  codeOf: (creator) => `Code von ${creator}`,
  run: (id) => `Auszahlungslauf ${id}`,
  runUntil: (day, campaign) => (campaign === null ? `bis ${day}` : `${campaign}, bis ${day}`),
  keys: { move: 'bewegen', open: 'öffnen', close: 'schließen' },
};
