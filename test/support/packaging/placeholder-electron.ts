import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../../build/paths.mjs';

// The packager has its own tools for fuses and archives, which are resolved from its folder.
const ofPacker = createRequire(join(root, 'node_modules/app-builder-lib/package.json'));
const { SENTINEL } = ofPacker('@electron/fuses/dist/constants.js') as { SENTINEL: string };
export const { FuseV1Options, getCurrentFuseWire } = ofPacker('@electron/fuses') as typeof import('@electron/fuses');
export const asar = ofPacker('@electron/asar') as typeof import('@electron/asar');

const VERSION = 1;
/** The fuses of Electron's own program: the app can be run as Node, debugged and replaced. */
const LOOSE = '10110001';

/** Writes a folder that replaces Electron's. Its program does nothing and has fuses in Electron's format. */
export function writePlaceholderElectron(folder: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([VERSION, LOOSE.length]), Buffer.from(LOOSE)]);
  writeFileSync(join(folder, 'electron'), wire, { mode: 0o755 });
  writeFileSync(join(folder, 'chrome-sandbox'), '', { mode: 0o755 });
}
