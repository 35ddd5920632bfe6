// Functions that the builds share: they compare sources and replace files that another program may be reading.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

/**
 * @param {string} path a folder or a file
 * @param {(name: string) => boolean} enter whether to include an entry with this name
 * @returns {string[]} the files, in the same order on every machine
 */
export function filesUnder(path, enter = () => true) {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => enter(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name), enter));
}

/**
 * Returns a hash of the content of every source, so a fresh checkout or a touched file causes no rebuild.
 * @param {string[]} files
 */
export function stampOf(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Replaces the file in one step.
 * @param {string} file
 * @param {string | Uint8Array} contents
 */
export function replaceFile(file, contents) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

/**
 * Returns the text of a file, or undefined if it does not exist.
 * @param {string} file
 */
export const readText = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);
