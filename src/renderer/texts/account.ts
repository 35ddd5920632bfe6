import { inLanguage } from './language.ts';

/** The account of the signed-in member of staff. */
const english = {
  title: 'Password and sign-in',
  change: 'Change password',
  note: 'This will end your sessions on other devices.',
  password: 'Password',
  present: 'Current password',
  fresh: 'New password',
  again: 'Confirm new password',
  show: 'Show the password',
  presentMissing: 'Enter your current password',
  tooShort: (least: number) => `At least ${least} characters`,
  notSame: 'The passwords do not match',
  wrong: 'The current password is wrong.',
  companyAccount: 'You sign in with your company account. Its provider manages your password and second factor.',
  emails: 'Emails',
  weeklyReport: 'Weekly report',
  weeklyReportNote: 'The past week’s claims, payments and revenue, every Monday morning.',
  reportOn: 'You will receive the weekly report on Mondays.',
  reportOff: 'You will no longer receive the weekly report.',
  mailWaits: 'No mail server is set up yet. Until one is, no reports will be sent.',
  changed: 'Password changed. Your other sessions have ended.',
};

export const account = await inLanguage(english, 'account');
