import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The path itself, or the nearest folder above it that is there. */
export function nearestPlace(path: string): string {
  let place = resolve(path);
  while (!existsSync(place)) place = dirname(place);
  return place;
}

/** Whether files can be written into a folder, which may have to be made first. */
export function isWritableFolder(path: string): boolean {
  try {
    const place = nearestPlace(path);
    accessSync(place, constants.W_OK | constants.X_OK);
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}
