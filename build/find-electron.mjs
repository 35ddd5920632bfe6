import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Returns the path of Electron's program; null if it is not installed. Loading the package would start a download. */
export function electronPath() {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}
