import { formatCount } from '../../lib/format.ts';
import type { leakSigns as english } from '../leak-signs.ts';

const claimsOf = (claims: number) => (claims === 1 ? '1 Einlösung' : `${formatCount(claims)} Einlösungen`);

export const leakSigns: typeof english = {
  title: 'Anzeichen für Weitergabe oder Missbrauch',
  note: 'nur Hinweise; Spieler und Zahlungen sind nicht betroffen',
  newest: (shown, total) => `Die neuesten ${formatCount(shown)} von ${formatCount(total)}.`,
  day: 'Tag',
  code: 'Code',
  sign: 'Anzeichen',
  state: 'Status',
  open: 'Offen',
  seenBy: (name) => `Gesehen von ${name}`,
  kinds: {
    burst: (claims, usual) => `${claimsOf(claims)}, sonst ${formatCount(usual)} am Tag`,
    no_landings: (claims, landings) =>
      `${claimsOf(claims)}, aber ${landings === 0 ? 'keine Besuche' : landings === 1 ? 'nur 1 Besuch' : `nur ${formatCount(landings)} Besuche`} über den Link`,
    shared: (players) =>
      `${players === 1 ? '1 anderer Spieler' : `${formatCount(players)} andere Spieler`} mit einem Code, der für einen gedacht ist`,
    refunds: (refunds, usual) =>
      `${refunds === 1 ? '1 Erstattung' : `${formatCount(refunds)} Erstattungen`}, im Schnitt der Kampagne wären es ${formatCount(usual)}`,
  },
  meaning: {
    burst:
      'Spieler haben den Code weit öfter eingelöst als sonst. Vielleicht steht er öffentlich im Netz, oder ein Stream lief gut.',
    no_landings:
      'Die meisten Spieler kommen über den Link des Codes. An diesem Tag haben ihn die meisten eingetippt; vielleicht steht er auf einer Website.',
    shared:
      'Spieler haben einen Code versucht, der für eine einzige Einlösung oder für einen anderen Spieler gedacht war. Vielleicht hat dieser ihn weitergegeben.',
    refunds:
      'Spieler mit diesem Code bekamen weit mehr Erstattungen als andere. Vielleicht zahlen sie nur für die Belohnungen und holen das Geld zurück.',
  },
  loading: 'Das Anzeichen wird geladen',
  days: 'Der Tag und die Tage davor',
  claims: 'Einlösungen',
  landings: 'Besuche über den Link',
  revenue: 'Umsatz',
  refunds: 'Erstattungen',
  players: 'Spieler mit abgelehnten Versuchen',
  player: 'Spieler',
  tries: 'Versuche',
  last: 'Letzter Versuch',
  refundList: 'Erstattungen an Spieler mit diesem Code',
  transaction: 'Transaktion',
  amount: 'Betrag',
  received: 'Eingegangen',
  first50: 'Die Liste endet nach 50 Zeilen.',
  gone: 'Diese Zeilen sind nicht mehr gespeichert.',
  markSeen: 'Als gesehen markieren',
  markSeenText: 'Damit verschwindet das Anzeichen von der Übersicht.',
};
