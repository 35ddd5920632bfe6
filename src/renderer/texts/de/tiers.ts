import type { tiers as english } from '../tiers.ts';

export const tiers: typeof english = {
  title: 'Provision der Creator',
  byDefault: 'Vorgabe der Organisation',
  defaultOf: (tiers) => `Vorgabe der Organisation: ${tiers}`,
  own: 'Eigene Stufen',
  from: 'Umsatz ab',
  commission: 'Provision',
  tierFrom: (tier) => `Stufe ${tier}: Umsatz ab`,
  tierPercent: (tier) => `Stufe ${tier}: Provision (%)`,
  remove: (tier) => `Stufe ${tier} entfernen`,
  percentSign: ' %',
  add: 'Stufe hinzufügen',
  help: 'Die höchste Stufe, die ein Creator erreicht hat, gilt für seinen ganzen Umsatz in einer Kampagne. Unter der ersten Stufe beträgt die Provision 0 %. Neue Stufen gelten für Zahlungen ab jetzt.',
  attention: 'Prüfen Sie die markierten Stufen.',
  short: { default: 'Vorgabe', none: 'Keine' },
  faults: {
    none: 'Fügen Sie mindestens eine Stufe hinzu',
    amount: 'Geben Sie einen Betrag ein',
    order: 'Geben Sie mehr als in der Stufe darüber ein',
    percent: 'Geben Sie einen Prozentsatz ein',
    most: 'Höchstens 100 %',
  },
};
