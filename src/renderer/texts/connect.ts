import { inLanguage } from './language.ts';

/** The choice of a server in the desktop app. */
const english = {
  title: 'Connect',
  note: 'What is the address of your redeemd server?',
  address: 'Server address',
  connect: 'Connect',
  earlier: 'Or choose a recent server',
  forget: (name: string) => `Forget ${name}`,
  nameOf: (name: string, address: string) => `${name} · ${address}`,
  describe: (name: string) => `Name and colour of ${name}`,
  name: 'Name',
  nameHelp: 'Leave blank to use the name of the server’s environment',
  colour: 'Colour',
  ownColour: 'Same as the server’s environment',
  colours: {
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
    brown: 'Brown',
    grey: 'Grey',
  },
};

export const connect = await inLanguage(english, 'connect');
