import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, type Session } from 'electron';
import { START } from './page.ts';

/** The page's own backgrounds, so that nothing flashes before it is there; see src/renderer/public/color-scheme.js. */
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
  void window.loadURL(START);
  return window;
}
