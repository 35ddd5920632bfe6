/** The account of the signed-in member of staff. */
export const account = {
  title: 'Password and sign-in',
  change: 'Change password',
  note: 'This ends your sessions on other devices.',
  password: 'Password',
  present: 'Present password',
  fresh: 'New password',
  again: 'New password again',
  show: 'Show the password',
  presentMissing: 'Enter your present password',
  tooShort: (least: number) => `At least ${least} characters`,
  notSame: 'The two passwords are not the same',
  wrong: 'The present password is wrong.',
  changed: 'Your password is changed. Other sessions have ended.',
};
