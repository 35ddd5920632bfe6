import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Returns the path itself, or the nearest existing folder above it. */
export function nearestPlace(path: string): string {
  let place = resolve(path);
  while (!existsSync(place)) place = dirname(place);
  return place;
}

/** Returns whether files can be written into a folder, even if the folder does not exist yet. */
export function isWritableFolder(path: string): boolean {
  try {
    const place = nearestPlace(path);
    accessSync(place, constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}
