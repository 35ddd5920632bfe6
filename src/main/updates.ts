import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, Notification } from 'electron';
import { mainTexts } from './texts.ts';

const LOOK_EVERY_MS = 6 * 3_600_000;

/**
 * Looks for newer versions where the package names a place for them. The address is part of the package, so that neither
 * the page nor a server can name another.
 */
export async function startUpdates(): Promise<void> {
  if (!app.isPackaged || !hasFeed()) return;
  // Loaded only where it is used: it is larger than the rest of the app's code.
  const { autoUpdater } = await import('electron-updater');
  autoUpdater.logger = null;
  autoUpdater.on('error', (error) => console.error('Looking for a new version failed:', error.message));
  autoUpdater.on('update-downloaded', ({ version }) => {
    const { title, body } = mainTexts().update;
    if (Notification.isSupported()) new Notification({ title: title(version), body }).show();
  });
  const look = async () => {
    // The event `error` tells why one of the two failed.
    const found = await autoUpdater.checkForUpdates().catch(() => null);
    await found?.downloadPromise?.catch(() => {});
  };
  void look();
  setInterval(() => void look(), LOOK_EVERY_MS);
}

/** The package's maker names the feed. Packages of a Linux distribution are the system's to update. */
function hasFeed(): boolean {
  const inPackage = (name: string) => join(process.resourcesPath, name);
  const type = inPackage('package-type');
  const isOfSystem = existsSync(type) && readFileSync(type, 'utf8').trim() !== 'appimage';
  return !isOfSystem && existsSync(inPackage('app-update.yml'));
}
