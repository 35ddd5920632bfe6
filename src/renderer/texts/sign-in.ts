import { inLanguage } from './language.ts';

/** The pages before sign-in. */
const english = {
  titles: { 'sign-in': 'Sign in', setup: 'Create the owner account', invitation: 'Welcome' },
  setupNote: 'The server printed a setup token when it started.',
  invitationNote: 'Choose a password to accept your invitation.',
  justInstalled: 'Just installed?',
  haveAccount: 'Have an account?',
  toSetup: 'Set up this server',
  toSignIn: 'Sign in',
  changeServer: 'Change server',
  email: 'Email',
  emailMissing: 'Enter your email address',
  emailWrong: 'Enter a valid email address',
  password: 'Password',
  passwordMissing: 'Enter your password',
  showPassword: 'Show the password',
  tooShort: (least: number) => `At least ${least} characters`,
  enter: 'Sign in',
  verify: 'Verify',
  locked: 'Wait a while, or ask an owner to unlock your account.',
  code: 'Code from your authenticator app',
  sixDigits: 'Six digits',
  codeWrong: 'Enter the six digits that the app shows',
  useRecovery: 'Use a recovery code',
  recoveryCode: 'Recovery code',
  recoveryHelp: 'One of the codes that you saved when you set up the second factor. Each works once.',
  recoveryWrong: 'A recovery code has 12 letters and digits',
  useApp: 'Use the authenticator app',
  codeOrRecovery: 'Six digits, or a recovery code',
  otherAccount: 'Use another account',
  company: {
    enter: 'Sign in with your company account',
    note: (host: string) => `Enter your company password at ${host}, not here.`,
    waiting: 'Continue in the browser window that has opened, then come back here.',
    again: 'Open the browser again',
    down: (host: string) => `${host} does not respond`,
    downNote: 'Company accounts cannot sign in until it does. Owners can sign in with their password.',
    orPassword: 'Or with a password',
    ownersOnly: 'Only owners: with a password',
  },
  again: {
    title: 'Your session has ended',
    note: 'Sign in again to continue where you were. Your input is still there.',
    leave: 'Leave this page and use another account',
  },
  factor: {
    title: 'One more step',
    note: (role: string) =>
      `The role ${role} requires a second factor: six digits from an authenticator app on your phone, in addition to your password.`,
    signedInAs: (email: string) => `Signed in as ${email}.`,
    signOut: 'Sign out',
  },
  name: 'Your name',
  invitation: {
    nameHelp: 'Leave blank to keep the name in the invitation',
    wrong: 'This invitation has been used, has expired or is incomplete. Ask an owner for a new one.',
    enter: 'Set password and sign in',
  },
  setup: {
    token: 'Setup token',
    tokenMissing: 'Paste the token that the server printed',
    wrong: 'The setup token is wrong or has already been used.',
    create: 'Create owner',
  },
};

export const signIn = await inLanguage(english, 'sign-in');
