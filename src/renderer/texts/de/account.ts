import type { account as english } from '../account.ts';

export const account: typeof english = {
  title: 'Passwort und Anmeldung',
  change: 'Passwort ändern',
  note: 'Das beendet Ihre Sitzungen auf anderen Geräten.',
  password: 'Passwort',
  present: 'Aktuelles Passwort',
  fresh: 'Neues Passwort',
  again: 'Neues Passwort bestätigen',
  show: 'Passwort zeigen',
  presentMissing: 'Geben Sie Ihr aktuelles Passwort ein',
  tooShort: (least) => `Mindestens ${least} Zeichen`,
  notSame: 'Die Passwörter stimmen nicht überein',
  wrong: 'Das aktuelle Passwort ist falsch.',
  companyAccount: 'Sie melden sich mit Ihrem Firmenkonto an. Passwort und zweiten Faktor verwalten Sie dort.',
  emails: 'E-Mails',
  weeklyReport: 'Wochenbericht',
  weeklyReportNote: 'Die Einlösungen, Zahlungen und Umsätze der vergangenen Woche, jeden Montagmorgen.',
  reportOn: 'Sie erhalten den Wochenbericht jeden Montag.',
  reportOff: 'Sie erhalten den Wochenbericht nicht mehr.',
  mailWaits: 'Es ist noch kein Mailserver eingerichtet. Der Bericht wird gesendet, sobald es einen gibt.',
  changed: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
};
