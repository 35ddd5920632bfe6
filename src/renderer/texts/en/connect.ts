/** The choice of a server in the desktop app. */
export const connect = {
  title: 'Connect',
  note: 'What is the address of your redeemd server?',
  address: 'Server address',
  connect: 'Connect',
  earlier: 'Or choose an earlier server',
  forget: (url: string) => `Forget ${url}`,
};
