import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, type Session } from 'electron';
import { START } from '../page.ts';
import { mainTexts } from '../texts.ts';
import { offerContextMenu } from './context-menu.ts';
import { helpWhenStuck } from './stuck-page.ts';
import { keepPlace, readPlace } from './window-place.ts';

/**
 * The page's background colours (src/renderer/public/before-paint.js). The window starts with them, so that it does not
 * flash when the page loads.
 */
const BACKGROUND = { dark: '#14161b', light: '#f7f8fa' };
/** The window is shown after this time, even if the page has not loaded. */
const SHOW_AFTER_MS = 5000;

interface WindowParts {
  session: Session;
  /** The file that stores the position of the window. */
  placeFile: string;
  /** The page's address; the start page by default. */
  url?: string | undefined;
}

export function openWindow({ session, placeFile, url = START }: WindowParts): BrowserWindow {
  const { bounds, isMaximized } = readPlace(placeFile);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 400,
    minHeight: 480,
    show: false,
    title: 'redeemd Portal',
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      session,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  showInAnyCase(window, isMaximized);
  keepPlace(window, placeFile);
  helpWhenStuck(window);
  offerContextMenu(window);
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLeave(window)) event.preventDefault();
  });
  // The handler of `did-fail-load` reports failures to the user.
  window.loadURL(url).catch(() => {});
  return window;
}

function showInAnyCase(window: BrowserWindow, isMaximized: boolean) {
  const show = () => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isVisible()) return;
    if (isMaximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, SHOW_AFTER_MS);
  window.once('ready-to-show', show);
  window.once('closed', () => clearTimeout(timer));
  window.webContents.once('did-fail-load', show);
}

const [STAY, LEAVE] = [0, 1];

/** Asks the user about unsaved changes. Electron does not ask, so without this dialog the window would not close. */
function mayLeave(window: BrowserWindow): boolean {
  const { message, detail, stay, leave } = mainTexts().leave;
  const buttons = [stay, leave];
  const asked = { type: 'question', message, detail, buttons, defaultId: STAY, cancelId: STAY, noLink: true } as const;
  return dialog.showMessageBoxSync(window, asked) === LEAVE;
}
