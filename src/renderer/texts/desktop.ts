import { inLanguage } from './language.ts';

/** Texts that only the desktop app shows. */
const english = {
  saves: 'Files being saved',
  saving: (name: string) => `Saving ${name}`,
  cancelSave: (name: string) => `Cancel saving ${name}`,
  bytesOf: (done: string, total: string) => `${done} of ${total}`,
  fits: {
    older: (version: string) =>
      `This server (version ${version}) is older than the app. Some screens may not work; ask its operator to update it.`,
    newer: (version: string) =>
      `This server (version ${version}) is newer than the app. Some screens may not work; install the newest version of the app.`,
  },
  notKept: 'This computer has no key store that the app can use, so you must sign in each time the app starts.',
};

export const desktop = await inLanguage(english, 'desktop');
