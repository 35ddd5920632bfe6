import { formatCount } from '../../lib/format.ts';
import type { players as english } from '../players.ts';

export const players: typeof english = {
  title: 'Spieler',
  note: 'Suchen Sie einen Spieler, den Grund, warum ein Code nicht funktioniert hat, oder Einlösungen, deren Belohnungen nie ankamen.',
  tabs: { find: 'Spieler suchen', claims: 'Einlösungen' },
  userId: 'Spielerkennung',
  userIdHelp:
    'Die Kennung, die das Spiel verwendet, in genau dieser Schreibweise. Sie können auch einen Code eingeben, um seine Einlösungen zu sehen.',
  find: 'Suchen',
  start: 'Geben Sie eine Spielerkennung ein',
  startText:
    'Sie sehen die Verknüpfung, die Einlösungen mit ihren Belohnungen, abgelehnte Versuche mit Grund, und die Zahlungen.',
  unknown: 'Kein Spieler hat diese Kennung',
  unknownText:
    'Kein Code mit diesem Namen hat Einlösungen. Bei Kennungen zählt Groß- und Kleinschreibung. Ein Spieler erscheint hier nach dem ersten Versuch, der ersten Einlösung, Zahlung oder dem ersten SDK-Ereignis.',
  loading: 'Der Spieler wird geladen',
  copyId: 'Spielerkennung kopieren',
  link: {
    title: 'Verknüpfung',
    none: 'Mit keinem Creator verknüpft. Die erste Einlösung eines Creator-Codes legt die Verknüpfung an.',
    to: 'Verknüpft mit',
    since: 'seit',
    never: 'Die Verknüpfung ändert sich nie.',
  },
  figures: { claims: 'Einlösungen', payments: 'Zahlungen und Erstattungen', paid: 'Bezahlt, abzüglich Erstattungen' },
  newest: (shown: number) => `Die neuesten ${formatCount(shown)}`,
  claims: {
    title: 'Einlösungen',
    code: 'Code',
    player: 'Spieler',
    campaign: 'Kampagne',
    creator: 'Creator',
    when: 'Wann',
    rewards: 'Belohnungen',
    empty: 'Keine Einlösungen',
    emptyText: 'Dieser Spieler hat keinen Code eingelöst.',
    linked: 'Hat den Spieler verknüpft',
    released: 'Freigegeben',
    receipt: { granted: 'Angekommen', failed: 'Gescheitert', none: 'Nicht bestätigt' },
    receiptHelp: {
      granted: 'Das Spiel hat gemeldet, dass der Spieler die Belohnungen hat',
      failed: 'Das Spiel hat gemeldet, dass die Belohnungen nicht angekommen sind',
      none: 'Das Spiel hat zu diesen Belohnungen nichts gemeldet',
    },
  },
  remedies: {
    grant_again: 'Noch einmal gewährt',
    release: 'Freigegeben',
    by: (name: string) => `von ${name}`,
    unknownStaff: 'einem früheren Mitarbeiter',
    actionsFor: (code: string) => `Abhilfe für die Einlösung von ${code}`,
    grantAgain: 'Noch einmal gewähren…',
    grantTitle: 'Belohnungen noch einmal gewähren?',
    grantText: (code: string) =>
      `Das Spiel bekommt die Nachricht „redemption.succeeded“ noch einmal, mit den aktuellen Belohnungen von ${code}. Tun Sie das nur, wenn der Spieler die Belohnungen nicht erhalten hat. Das Änderungsprotokoll hält fest, wer es war.`,
    grantConfirm: 'Noch einmal gewähren',
    granted: 'Das Spiel bekommt eine Nachricht, um die Belohnungen noch einmal zu gewähren.',
    releaseItem: 'Freigeben…',
    releaseTitle: 'Diese Einlösung freigeben?',
    releaseText: (code: string) =>
      `Die Einlösung zählt nicht mehr, weder für den Spieler noch für das Limit: Der Spieler kann ${code} noch einmal einlösen. Der Spieler behält die gewährten Belohnungen, und die Verknüpfung bleibt. Das lässt sich nicht rückgängig machen. Das Änderungsprotokoll hält fest, wer es war.`,
    releaseConfirm: 'Freigeben',
    releasedDone: 'Die Einlösung ist freigegeben.',
  },
  tries: {
    title: 'Abgelehnte Versuche der letzten 30 Tage',
    empty: 'Keine abgelehnten Versuche',
    emptyText: 'Dieser Spieler hatte in den letzten 30 Tagen keine abgelehnten Versuche.',
    when: 'Wann',
    code: 'Code, wie getippt',
    why: 'Grund, und was der Spieler tun kann',
    validate: 'Nur geprüft',
    withValidates: 'Auch Versuche zeigen, die nur geprüft haben',
    reasons: {
      code_not_found: 'Diesen Code gibt es nicht, oder er wartet auf die Moderation. Prüfen Sie die Schreibweise.',
      referral_base_not_redeemable: 'Dieser Code ist für Creator. Der Spieler braucht den Code eines Creators.',
      code_inactive: 'Der Code ist inaktiv. Live-Ops kann ihn aktivieren.',
      campaign_not_started: 'Die Kampagne hat nicht begonnen. Danach kann der Spieler es noch einmal versuchen.',
      campaign_ended: 'Die Kampagne ist beendet. Der Code funktioniert nicht mehr.',
      campaign_paused:
        'Die Kampagne ist pausiert. Sobald sie fortgesetzt wird, kann der Spieler es noch einmal versuchen.',
      code_not_started: 'Der Code gilt noch nicht. Danach kann der Spieler es noch einmal versuchen.',
      code_expired: 'Der Code ist abgelaufen. Live-Ops kann ihn verlängern.',
      creator_suspended:
        'Der Creator dieses Codes ist gesperrt. Der Spieler kann den Code eines anderen Creators verwenden.',
      self_referral:
        'Creator können ihre eigenen Codes nicht einlösen. Der Spieler kann den Code eines anderen Creators verwenden.',
      conditions_not_met: 'Der Spieler erfüllt eine Bedingung des Codes nicht, etwa ein Level oder ein Land.',
      already_redeemed:
        'Der Spieler hat diesen Code schon eingelöst, oder einen anderen Code desselben Empfehlungscodes. Prüfen Sie die Einlösungen: Wenn die Belohnungen nicht ankamen, gewähren Sie sie noch einmal.',
      limit_reached:
        'Der Code hat sein Limit erreicht. Live-Ops kann das Limit erhöhen. Eine freigegebene Einlösung zählt nicht mehr dafür.',
    },
  },
  payments: {
    title: 'Zahlungen und Erstattungen',
    empty: 'Keine Zahlungen',
    emptyText: 'Das Spiel hat keine Zahlung dieses Spielers gemeldet.',
    when: 'Wann',
    amount: 'Betrag',
    transaction: 'Transaktion',
    game: 'Spiel',
    counts: 'Zählt für',
    nothing: 'Keinen Creator',
    refundOf: (id: string) => `Erstattung von ${id}`,
    refund: 'Erstattung',
  },
  list: {
    label: 'Einlösungen',
    code: 'Nach Code filtern',
    campaign: 'Kampagne',
    anyCampaign: 'Jede Kampagne',
    receipt: 'Belohnungen',
    anyReceipt: 'Alle',
    period: 'Zeitraum',
    periods: { '1': 'Letzte 24 Stunden', '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage', all: 'Gesamte Zeit' },
    none: 'Keine Einlösung passt',
    noneFailed: 'Das Spiel hat für diese Filter keine gescheiterten Belohnungen gemeldet.',
    noneText:
      'Versuchen Sie einen anderen Code, eine andere Kampagne, einen anderen Zeitraum oder Stand der Belohnungen.',
  },
};
