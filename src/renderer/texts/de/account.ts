import type { account as english } from '../en/account.ts';

export const account: typeof english = {
  title: 'Passwort und Anmeldung',
  change: 'Passwort ändern',
  note: 'Das beendet Ihre Sitzungen auf anderen Geräten.',
  password: 'Passwort',
  present: 'Jetziges Passwort',
  fresh: 'Neues Passwort',
  again: 'Neues Passwort noch einmal',
  show: 'Passwort zeigen',
  presentMissing: 'Geben Sie Ihr jetziges Passwort ein',
  tooShort: (least) => `Mindestens ${least} Zeichen`,
  notSame: 'Die beiden Passwörter sind nicht gleich',
  wrong: 'Das jetzige Passwort ist falsch.',
  changed: 'Ihr Passwort ist geändert. Andere Sitzungen sind beendet.',
};
