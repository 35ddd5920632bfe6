import { app, Menu, type MenuItemConstructorOptions } from 'electron';

/**
 * Electron's default menu has links to web pages and a reload past the cache; this one has only what a desktop app
 * needs.
 */
export function setMenu(): void {
  const zoom: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  const developer: MenuItemConstructorOptions[] = app.isPackaged ? [] : [{ role: 'toggleDevTools' }];
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'editMenu' },
    { label: 'View', submenu: [{ role: 'reload' }, ...zoom, ...developer] },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
