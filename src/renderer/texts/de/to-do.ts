import type { SwitchedOffReason } from '../../../../daemon/contract/words.ts';
import { formatCount } from '../../lib/format.ts';
import type { toDo as english } from '../to-do.ts';

export const toDo: typeof english = {
  title: 'Zu tun',
  ending: (name) => `${name} endet bald`,
  ends: (when) => `endet ${when}`,
  full: (code) => `${code} hat sein Limit erreicht`,
  nearlyFull: (code) => `${code} hat sein Limit fast erreicht`,
  emptyPool: (name) => `${name} hat keine Schlüssel mehr`,
  emptyPoolWhy: 'Spieler können die Codes mit diesem Pool nicht einlösen',
  lowPool: (name) => `${name} hat nur noch wenige Schlüssel`,
  lowPoolWhy: (left, low) => `${formatCount(left)} übrig, Mindestbestand ${formatCount(low)}`,
  leakSign: {
    burst: (code) => `${code} wurde weit öfter eingelöst als sonst`,
    no_landings: (code) => `${code} wurde meist ohne den Link eingelöst`,
    shared: (code) => `Viele Spieler haben ${code} versucht`,
    refunds: (code) => `Viele Erstattungen an Spieler mit ${code}`,
  },
  leakSignWhy: {
    burst: (claims, usual) => `${formatCount(claims)} Einlösungen an einem Tag, sonst ${formatCount(usual)}`,
    no_landings: (claims, visits) =>
      `${formatCount(claims)} Einlösungen, aber ${formatCount(visits)} Besuche an einem Tag`,
    shared: (players) => `${formatCount(players)} Spieler an einem Tag; der Code ist für einen gedacht`,
    refunds: (refunds) => `${formatCount(refunds)} Erstattungen an einem Tag, weit über dem Anteil der Kampagne`,
  },
  uses: (used, limit) => `${formatCount(used)} von ${formatCount(limit)} Einlösungen`,
  moderate: (count) => `${count === 1 ? '1 Code' : `${formatCount(count)} Codes`} zu moderieren`,
  oldest: (count, when) => (count === 1 ? `${when} angefragt` : `der älteste wurde ${when} angefragt`),
  run: {
    approve: (run) => `Auszahlungslauf ${run} wartet auf die Genehmigung`,
    export: (run) => `Auszahlungslauf ${run} ist genehmigt, aber nicht exportiert`,
    pay: (run) => `Auszahlungslauf ${run} ist exportiert, aber nicht als bezahlt markiert`,
  },
  runWhy: {
    approve: (amount, when) => `${amount}, ${when} vorbereitet`,
    export: (amount, when) => `${amount}, ${when} genehmigt`,
    pay: (amount, when) => `${amount}, ${when} exportiert`,
  },
  payoutDetails: (creator) => `Neue Auszahlungsdaten von ${creator} warten auf Genehmigung`,
  payoutDetailsWhy: (when) => `eingegeben ${when}`,
  unpayable: (run, count) => `Auszahlungslauf ${run} kann ${formatCount(count)} Creator nicht bezahlen`,
  unpayableWhy: 'die Auszahlungsmethode oder die Adresse fehlt',
  missingRate: (currency) => `${currency} hat keinen Wechselkurs`,
  missingRateWhy: (day, when) => `Zahlungen vom ${day} werden abgelehnt, zuletzt ${when}`,
  rateCorrection: (currency) => `Eine Korrektur des Kurses von ${currency} wartet auf Genehmigung`,
  rateCorrectionWhy: (when) => `${when} beantragt`,
  oldRate: (currency) => `Der Wechselkurs von ${currency} ist alt`,
  oldRateWhy: (day) => `gültig ab ${day}; neue Zahlungen verwenden ihn weiter`,
  webhook: {
    failing: (url) => `Nachrichten an ${url} schlagen fehl`,
    paused: (url) => `Nachrichten an ${url} sind pausiert`,
    switched_off: (url) => `${url} wurde deaktiviert`,
  },
  webhookWhy: {
    failing: 'die letzten Versuche schlugen fehl; der Server versucht es wieder',
    paused: 'nach vielen fehlgeschlagenen Versuchen; der Server versucht es später wieder',
  },
  disabledWhy: {
    'the endpoint answered 410 Gone': 'antwortete mit 410 Gone; bekommt keine Nachrichten mehr',
    'it failed for days': 'tagelang fehlgeschlagen; bekommt keine Nachrichten mehr',
  } satisfies Record<SwitchedOffReason, string>,
  job: {
    failed: (job) => `Die Aufgabe ${job} ist fehlgeschlagen`,
    overdue: (job) => `Die Aufgabe ${job} ist überfällig`,
  },
  since: (when) => `seit ${when}`,
  failedAt: (when) => `${when}; der Server versucht es wieder`,
  refused: 'Abgelehnte Versuche nach Grund',
  refusedNote: 'letzte 24 Stunden',
  findPlayer: 'Spieler und seine abgelehnten Versuche finden',
};
