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
  changed: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
};
