import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Electron's own program where it is there; null else. Asking the package itself would start to download it. */
export function electronPath() {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), program);
  return existsSync(path) ? path : null;
}
