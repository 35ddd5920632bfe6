import { plural } from '../../lib/format.ts';
import type { accessTokens as english } from '../access-tokens.ts';

export const accessTokens: typeof english = {
  title: 'Zugriffstoken',
  note: 'Für Skripte, die die API für Sie aufrufen. Ein Token kann, was seine Rolle darf, aber nicht Ihr Konto ändern.',
  list: 'Ihre Zugriffstoken',
  name: 'Name',
  namePlaceholder: 'Zum Beispiel: Wochenbericht',
  nameMissing: 'Geben Sie dem Token einen Namen',
  role: 'Rolle',
  ends: 'Gültig für',
  days: (days) => plural(days, 'Tag', 'Tage'),
  expires: 'Läuft ab',
  expired: 'Abgelaufen',
  used: 'Zuletzt verwendet',
  never: 'Nie',
  create: 'Token erstellen',
  made: 'Kopieren Sie das Token jetzt. Es wird nicht noch einmal angezeigt.',
  copy: 'Token kopieren',
  stored: 'Ich habe es gespeichert',
  revoke: 'Widerrufen',
  revokeNamed: (name) => `${name} widerrufen`,
  question: {
    title: (name) => `„${name}“ widerrufen?`,
    text: 'Skripte mit diesem Token werden sofort abgewiesen.',
    confirm: 'Widerrufen',
    cancel: 'Abbrechen',
  },
  revoked: 'Das Token ist widerrufen.',
  notRevoked: 'Das Token wurde nicht widerrufen',
};
