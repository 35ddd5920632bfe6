import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, type Session } from 'electron';
import { START } from './page.ts';

/**
 * The page's own background colours, so that the window does not flash before the page loads; see
 * src/renderer/public/before-paint.js.
 */
const BACKGROUND = { dark: '#14161b', light: '#f7f8fa' };

export function openWindow(session: Session): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 840,
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
  window.once('ready-to-show', () => window.show());
  window.webContents.on('will-prevent-unload', (event) => {
    if (mayLeave(window)) event.preventDefault();
  });
  void window.loadURL(START);
  return window;
}

const [STAY, LEAVE] = [0, 1];

/** Electron does not ask the user about unsaved changes: without this dialog the window would just not close. */
const mayLeave = (window: BrowserWindow) =>
  dialog.showMessageBoxSync(window, {
    type: 'question',
    message: 'Leave without saving?',
    detail: 'What you have entered here is lost.',
    buttons: ['Stay', 'Leave'],
    defaultId: STAY,
    cancelId: STAY,
  }) === LEAVE;
