import { plural } from '../lib/format.ts';
import { inLanguage } from './language.ts';

/** The second factor and its recovery codes, in the account and at sign-in. */
const english = {
  title: 'Second factor',
  on: 'On',
  off: 'Off',
  note: 'At sign-in, you enter six digits from an authenticator app in addition to your password.',
  byPasskey:
    'After entering your password, you use one of your passkeys or a recovery code. You can also set up an authenticator app.',
  setUp: 'Set up',
  qr: 'QR code for your authenticator app',
  scan: 'Scan this with your app, or enter this key:',
  code: 'Code from the app',
  codeOrRecovery: 'Six digits, or one of your recovery codes',
  codeOrPasskey: 'Six digits, or one of your recovery codes. Leave blank to use a passkey.',
  wrong: 'This code is not valid. Enter the current code from your app.',
  wrongProof:
    'The password or the code is not valid. Each code works once: enter the current code from your app or an unused recovery code.',
  turnOn: 'Turn on',
  cancel: 'Cancel',
  password: 'Password',
  showPassword: 'Show the password',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off the second factor',
  turnedOn: 'The second factor is on.',
  turnedOff: 'The second factor is off.',
  recovery: {
    title: 'Recovery codes',
    shown:
      'You can use each of these codes once instead of the six digits, for example if you lose your phone. The Portal will not show them again. Save them now, but not on your phone.',
    list: 'Your recovery codes',
    copy: 'Copy all',
    copied: 'Copied',
    saveFile: 'Save as a text file',
    fileName: 'redeemd-recovery-codes.txt',
    fileHead: (email: string, server: string) => `Recovery codes for ${email} on ${server}. Each works once.`,
    saved: 'I have saved them',
    left: (count: number) => `${plural(count, 'recovery code')} left.`,
    few: (count: number) => `Only ${plural(count, 'recovery code')} left`,
    none: 'No recovery codes left',
    fewText:
      'Create new ones. If you lose your phone and have no codes, you will not be able to sign in until an owner resets your second factor.',
    make: 'Create new codes',
    makeText: 'Ten new codes will replace the old ones, which will stop working.',
    made: 'New recovery codes created.',
    fewNote: (count: number) =>
      `${count === 0 ? 'No recovery codes are' : `Only ${plural(count, 'recovery code is', 'recovery codes are')}`} left. Create new ones under “Password and sign-in”.`,
    usedNote: 'You used a recovery code to sign in. You cannot use it again.',
    leftNote: (count: number) => `${plural(count, 'code')} left.`,
  },
};

export const secondFactor = await inLanguage(english, 'second-factor');
