import type { passkeys as english } from '../passkeys.ts';

export const passkeys: typeof english = {
  enter: 'Mit einem Passkey anmelden',
  title: 'Passkeys',
  note: 'Melden Sie sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an, ohne Passwort und Code.',
  notHere:
    'Passkeys funktionieren im Browser, wenn die Adresse des Servers mit https:// beginnt und einen Hostnamen hat.',
  list: 'Ihre Passkeys',
  name: 'Name',
  namePlaceholder: 'Zum Beispiel: Laptop im Büro',
  added: 'Hinzugefügt',
  used: 'Zuletzt verwendet',
  never: 'Nie',
  add: 'Passkey hinzufügen',
  addNote: 'Der Browser fragt danach, wo der Passkey gespeichert werden soll.',
  instead: 'Stattdessen einen Passkey verwenden',
  start: 'Weiter',
  done: 'Sie können sich jetzt mit diesem Passkey anmelden.',
  remove: 'Entfernen',
  removeNamed: (name) => `${name} entfernen`,
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeNote:
    'Sie können sich damit nicht mehr anmelden. Ihr Gerät bietet ihn vielleicht noch an; löschen Sie ihn auch dort.',
  removed: 'Der Passkey ist entfernt.',
  faults: {
    NotAllowedError: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut, oder wählen Sie einen anderen Weg.',
    InvalidStateError: 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.',
    SecurityError: 'Öffnen Sie das Portal unter seiner öffentlichen Adresse, um Passkeys zu verwenden.',
    NotSupportedError: 'Dieses Gerät kann einen solchen Passkey nicht speichern.',
  },
};
