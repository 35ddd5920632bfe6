import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';
import type { openSettings } from './settings.ts';
import { mainTexts } from './texts.ts';

const separator: MenuItemConstructorOptions = { type: 'separator' };

/**
 * Sets the app's menu. It replaces Electron's default menu, which has links to web pages and a reload that ignores the
 * cache.
 */
export function setMenu(settings: ReturnType<typeof openSettings>, currentWindow: () => BrowserWindow | null): void {
  const { menu, waiting } = mainTexts();
  const isMac = process.platform === 'darwin';
  const notify: MenuItemConstructorOptions = {
    id: 'notify-waiting',
    type: 'checkbox',
    label: waiting.setting,
    checked: settings.read().notifyWaiting,
    click: ({ checked }) => settings.change({ notifyWaiting: checked }),
  };
  // The system's print dialog can also save a PDF.
  const print: MenuItemConstructorOptions = {
    label: menu.print,
    accelerator: 'CmdOrCtrl+P',
    click: () => currentWindow()?.webContents.print(),
  };
  // On macOS, About and Quit are in the system's app menu.
  const quit: MenuItemConstructorOptions = isMac ? { role: 'close' } : { role: 'quit', label: menu.quit };
  const about: MenuItemConstructorOptions = { role: 'about', label: menu.about };
  const zoom: MenuItemConstructorOptions[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }];
  const developer: MenuItemConstructorOptions[] = app.isPackaged ? [] : [{ role: 'toggleDevTools' }];
  const view = [{ role: 'reload' } as const, ...zoom, separator, { role: 'togglefullscreen' } as const, ...developer];
  app.setAboutPanelOptions({ applicationName: 'redeemd Portal', applicationVersion: app.getVersion() });
  const template: MenuItemConstructorOptions[] = [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: menu.file, submenu: [notify, separator, print, separator, quit] },
    { role: 'editMenu' },
    { label: menu.view, submenu: view },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ label: menu.help, submenu: [about] }]),
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
