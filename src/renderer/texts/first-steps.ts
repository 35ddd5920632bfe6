import { inLanguage } from './language.ts';

/** The steps that take a new organisation to its first redemption. */
const english = {
  title: 'Get started',
  note: 'The steps to your first redemption. Each step is ticked as soon as it is done, even if a colleague or a script does it.',
  redeemed: 'Your first code has been redeemed',
  redeemedNote: 'The game server works. From now on, the dashboard will show claims and revenue.',
  show: 'Show the dashboard',
  done: 'Done:',
  settings: {
    title: 'Check the settings',
    note: 'The currency cannot be changed after the first payment or exchange rate.',
    button: 'Open the settings',
  },
  campaign: {
    title: 'Create a campaign',
    note: 'It has a start and an end, and contains the codes.',
    button: 'New campaign',
  },
  code: {
    title: 'Create a code',
    note: 'It defines the player’s rewards. Your game receives them unchanged.',
    button: 'New code',
  },
  publish: {
    title: 'Publish the campaign',
    note: 'Until then, players cannot redeem its codes.',
    button: 'Open the campaign',
  },
  key: {
    title: 'Create a key for the game server',
    note: 'A server key with all scopes. Under API keys, you can create a key with fewer scopes.',
    name: 'Game server',
    button: 'Create the key',
  },
  otherKey: {
    title: 'Get a key for the game server',
    note: 'An owner creates it under API keys.',
  },
  redeem: {
    title: 'Redeem the code',
    note: 'Redeem it as your game server will.',
  },
  ahead: (when: string) => `The campaign starts ${when}. To try it now, edit the campaign and set its start to now.`,
  command: 'Run this in a terminal',
  copy: 'Copy the command',
  yourKey: 'YOUR_KEY',
  keepKey: 'The key is shown only here, and only once. Store it where your game server can read it.',
  enterKey: 'Replace YOUR_KEY with your game server’s key.',
  waiting: 'Waiting for your first redemption',
  refused: (reason: string) => `An attempt was refused. ${reason}.`,
};

export const firstSteps = await inLanguage(english, 'first-steps');
