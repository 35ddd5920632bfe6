import { app } from 'electron';

// The texts of system dialogs and menus. They follow the system's language; the page has its own catalogue and language
// setting.

const english = {
  cancel: 'Cancel',
  newServer: {
    message: (address: string) => `Connect to ${address}?`,
    detail: 'This server is new to the app. Connect only if you know this address: you will enter your password there.',
    connect: 'Connect',
  },
  leave: {
    message: 'Leave without saving?',
    detail: 'Your unsaved changes will be lost.',
    stay: 'Stay',
    leave: 'Leave',
  },
  saving: {
    message: (names: string) => `Still saving ${names}`,
    detail: 'If you do not wait, nothing will be saved.',
    wait: 'Wait until saving is complete',
    stop: 'Stop saving and quit',
  },
  crashed: {
    message: 'The Portal’s page has crashed',
    detail: 'Your unsaved changes have been lost. Nothing has changed on the server.',
    reload: 'Reload',
    quit: 'Quit',
  },
  hanging: {
    message: 'The Portal is not responding',
    detail: 'You can wait, or reload the page. If you reload it, your unsaved changes will be lost.',
    wait: 'Wait',
    reload: 'Reload',
  },
  notLoaded: {
    message: 'The Portal could not be loaded',
    detail: 'If this happens again, reinstall the Portal.',
    again: 'Try again',
    quit: 'Quit',
  },
  waiting: {
    title: (count: number) => (count === 1 ? 'A creator’s code is waiting' : `${count} creators’ codes are waiting`),
    body: 'Open the moderation queue to decide.',
    setting: 'Notify me of waiting codes',
  },
  update: {
    title: (version: string) => `Version ${version} is ready`,
    body: 'It will be installed when you quit the Portal.',
  },
  companySignedIn: 'You are signed in. Close this page and return to the Portal.',
  menu: { file: 'File', print: 'Print…', view: 'View', help: 'Help', about: 'About redeemd Portal', quit: 'Quit' },
};

const german: typeof english = {
  cancel: 'Abbrechen',
  newServer: {
    message: (address) => `Mit ${address} verbinden?`,
    detail:
      'Dieser Server ist neu für die App. Verbinden Sie sich nur, wenn Sie diese Adresse kennen: Sie geben dort Ihr Passwort ein.',
    connect: 'Verbinden',
  },
  leave: {
    message: 'Ohne Speichern verlassen?',
    detail: 'Was Sie hier eingegeben haben, geht verloren.',
    stay: 'Bleiben',
    leave: 'Verlassen',
  },
  saving: {
    message: (names) => `Wird noch gespeichert: ${names}`,
    detail: 'Wenn Sie nicht warten, wird nichts gespeichert.',
    wait: 'Warten, bis es gespeichert ist',
    stop: 'Speichern abbrechen und beenden',
  },
  crashed: {
    message: 'Die Seite des Portals ist abgestürzt',
    detail: 'Was Sie dort eingegeben haben, ist verloren. Auf dem Server hat sich dadurch nichts geändert.',
    reload: 'Neu laden',
    quit: 'Beenden',
  },
  hanging: {
    message: 'Das Portal antwortet nicht',
    detail: 'Sie können warten oder neu laden; dann geht verloren, was Sie eingegeben haben.',
    wait: 'Warten',
    reload: 'Neu laden',
  },
  notLoaded: {
    message: 'Das Portal konnte nicht geladen werden',
    detail: 'Wenn das wieder geschieht, installieren Sie das Portal neu.',
    again: 'Erneut versuchen',
    quit: 'Beenden',
  },
  waiting: {
    title: (count) => (count === 1 ? 'Ein Code eines Creators wartet' : `${count} Codes von Creatorn warten`),
    body: 'Öffnen Sie die Moderation, um zu entscheiden.',
    setting: 'Wartende Codes melden',
  },
  update: {
    title: (version) => `Version ${version} ist bereit`,
    body: 'Sie wird installiert, wenn Sie das Portal beenden.',
  },
  companySignedIn: 'Sie sind angemeldet. Schließen Sie diese Seite und kehren Sie zum Portal zurück.',
  menu: {
    file: 'Datei',
    print: 'Drucken …',
    view: 'Ansicht',
    help: 'Hilfe',
    about: 'Über redeemd Portal',
    quit: 'Beenden',
  },
};

/** Returns the texts. The language is known only when the app is ready. */
export const mainTexts = (): typeof english => (/^de\b/i.test(app.getLocale()) ? german : english);
