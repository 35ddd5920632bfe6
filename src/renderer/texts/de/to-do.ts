import { formatCount } from '../../lib/format.ts';
import type { toDo as english } from '../en/to-do.ts';

export const toDo: typeof english = {
  title: 'Zu tun',
  ending: (name) => `${name} endet bald`,
  ends: (when) => `endet ${when}`,
  full: (code) => `${code} ist aufgebraucht`,
  nearlyFull: (code) => `${code} ist fast aufgebraucht`,
  uses: (used, limit) => `${formatCount(used)} von ${formatCount(limit)} Einlösungen`,
  moderate: (count) => `${count === 1 ? '1 Code' : `${formatCount(count)} Codes`} zu moderieren`,
  oldest: (when) => `der älteste wurde ${when} gewünscht`,
  webhook: {
    failing: (url) => `Nachrichten an ${url} schlagen fehl`,
    paused: (url) => `Nachrichten an ${url} pausieren`,
    switched_off: (url) => `${url} wurde abgeschaltet`,
  },
  webhookWhy: {
    failing: 'die letzten Versuche schlugen fehl; der Server versucht es wieder',
    paused: 'nach vielen fehlgeschlagenen Versuchen; der Server versucht es später wieder',
    switched_off: 'nach Tagen mit Fehlern; dorthin gehen keine Nachrichten mehr',
  },
  job: {
    failed: (job) => `Die Aufgabe ${job} ist fehlgeschlagen`,
    overdue: (job) => `Die Aufgabe ${job} ist überfällig`,
  },
  since: (when) => `seit ${when}`,
  failedAt: (when) => `${when}; der Server versucht es wieder`,
  refused: 'Abgelehnte Versuche nach Grund',
  refusedNote: 'letzte 24 Stunden',
  reasons: {
    code_not_found: 'Kein solcher Code, oder er wartet auf die Moderation',
    referral_base_not_redeemable: 'Ein Code für Creator, nicht für Spieler',
    code_inactive: 'Der Code ist abgeschaltet',
    campaign_not_started: 'Die Kampagne hat nicht begonnen',
    campaign_ended: 'Die Kampagne ist vorbei',
    campaign_paused: 'Die Kampagne ist pausiert',
    creator_suspended: 'Der Creator ist gesperrt',
    self_referral: 'Der eigene Code eines Creators',
    already_redeemed: 'Von diesem Spieler schon eingelöst',
    limit_reached: 'Der Code ist aufgebraucht',
  },
  findPlayer: 'Spieler finden',
};
