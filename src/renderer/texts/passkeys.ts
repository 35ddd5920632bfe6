import { inLanguage } from './language.ts';

/** Passkeys, in the account and at sign-in. */
const english = {
  enter: 'Sign in with a passkey',
  title: 'Passkeys',
  note: 'Sign in with your fingerprint, your face or your device’s PIN, without a password or a code.',
  notHere:
    'Passkeys work only in a browser, and only if the server’s address starts with https:// and has a host name.',
  list: 'Your passkeys',
  name: 'Name',
  namePlaceholder: 'For example: office laptop',
  added: 'Added',
  used: 'Last used',
  never: 'Never',
  add: 'Add a passkey',
  addNote: 'Your browser will then ask where to store the passkey.',
  instead: 'Use a passkey instead',
  start: 'Continue',
  done: 'You can now sign in with this passkey.',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeNote: 'You will no longer be able to sign in with it. Your device may still offer it; delete it there, too.',
  removed: 'Passkey removed.',
  /** Messages by the name of the browser’s error. */
  faults: {
    NotAllowedError: 'No passkey was used. Try again, or use another method.',
    InvalidStateError: 'This device already has a passkey for your account.',
    SecurityError: 'Open the Portal at its public address to use passkeys.',
    NotSupportedError: 'This device cannot store this kind of passkey.',
  } as Record<string, string>,
};

export const passkeys = await inLanguage(english, 'passkeys');
