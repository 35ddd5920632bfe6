import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, Notification } from 'electron';
import { mainTexts } from './texts.ts';

const LOOK_EVERY_MS = 6 * 3_600_000;

/**
 * Checks for newer versions if the package contains an update address. Because the address is in the package, neither
 * the page nor a server can change it.
 */
export async function startUpdates(): Promise<void> {
  if (!app.isPackaged || !hasFeed()) return;
  // The module is larger than the rest of the app's code, so it is loaded only when it is used.
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.logger = null;
  autoUpdater.on('error', (error) => console.error('Checking for or downloading a new version failed:', error.message));
  autoUpdater.on('update-downloaded', ({ version }) => {
    const { title, body } = mainTexts().update;
    if (Notification.isSupported()) new Notification({ title: title(version), body }).show();
  });
  const look = async () => {
    // The `error` event reports the failures of both promises.
    const found = await autoUpdater.checkForUpdates().catch(() => null);
    await found?.downloadPromise?.catch(() => {});
  };
  void look();
  setInterval(() => void look(), LOOK_EVERY_MS);
}

/**
 * Returns whether the app updates itself: its package contains an update address, and no Linux distribution updates
 * it.
 */
function hasFeed(): boolean {
  const inPackage = (name: string) => join(process.resourcesPath, name);
  const type = inPackage('package-type');
  const isOfSystem = existsSync(type) && readFileSync(type, 'utf8').trim() !== 'appimage';
  return !isOfSystem && existsSync(inPackage('app-update.yml'));
}
