import type { unmatched as english } from '../unmatched.ts';

export const unmatched: typeof english = {
  note: 'Zahlungen und Erstattungen, oder Teile davon, die für keinen Creator und keinen Einlösecode zählen. Sie bringen keine Provision.',
  list: 'Zahlungen ohne Zuordnung',
  reason: 'Grund',
  anyReason: 'Jeder Grund',
  player: 'Spielerkennung',
  transaction: 'Transaktionskennung',
  game: 'Spielkennung',
  columns: {
    received: 'Eingegangen',
    player: 'Spieler',
    amount: 'Betrag',
    unmatched: 'Ohne Zuordnung',
    transaction: 'Transaktion',
    why: 'Grund',
  },
  all: 'Gesamter Betrag',
  refundOf: (id) => `Erstattung von ${id}`,
  refund: 'Erstattung',
  names: {
    no_claim: 'Keine Einlösung',
    link_lapsed: 'Verknüpft, aber ohne Einlösung',
    unknown_refund_of: 'Unbekannte Zahlung',
    refund_of_other_user: 'Zahlung eines anderen Spielers',
    refund_in_other_currency: 'Zahlung in anderer Währung',
    more_than_payment: 'Mehr als die Zahlung',
    nothing_to_refund: 'Nichts mehr zu erstatten',
  },
  reasons: {
    no_claim:
      'Der Spieler hat keine Einlösung, die zu dieser Zeit zählt. Meist sind das Zahlungen von Spielern ohne Code.',
    link_lapsed:
      'Der Spieler ist mit einem Creator verknüpft, aber die Einlösungen seiner Codes zählen nicht mehr, weil ihre Kampagnen beendet sind.',
    unknown_refund_of:
      'Die Zahlung, die diese Erstattung nennt, ist nicht eingegangen. Sobald sie eingeht, zählt die Erstattung. Wenn sie nie eingeht, prüfen Sie den Spielserver.',
    refund_of_other_user:
      'Die Zahlung, die diese Erstattung nennt, gehört einem anderen Spieler. Die Erstattung nimmt nichts zurück. Berichtigen Sie sie auf dem Spielserver.',
    refund_in_other_currency:
      'Die Zahlung, die diese Erstattung nennt, ist in einer anderen Währung. Die Erstattung nimmt nichts zurück. Berichtigen Sie sie auf dem Spielserver.',
    more_than_payment:
      'Die Erstattungen dieser Zahlung gingen vor ihr ein und sind höher als sie. Der Überschuss nimmt nichts zurück.',
    nothing_to_refund:
      'Frühere Erstattungen haben die genannte Zahlung, oder die Zahlungen des Spielers, so weit zurückgenommen, dass weniger als der Betrag dieser Erstattung übrig ist.',
  },
  none: 'Keine Zahlungen ohne Zuordnung',
  noneText: 'Jede Zahlung zählt für einen Creator oder einen Einlösecode.',
  noMatch: 'Keine Zahlung ohne Zuordnung passt',
  noMatchText:
    'Versuchen Sie einen anderen Grund, einen anderen Spieler, eine andere Transaktion oder ein anderes Spiel. Kennungen müssen genau übereinstimmen.',
  clear: 'Filter löschen',
};
