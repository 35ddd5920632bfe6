import { resolve } from 'node:path';
import { readStorage } from '../../db/sqlite/storage-figures.ts';
import { bytesInWords } from '../../lib/amounts-in-words.ts';
import { nearestPlace } from '../../lib/folders.ts';
import { type Check, fault, ok } from './check.ts';

const MIN_FREE_BYTES = 1e9;

/** Checks the free space on the volume of a folder, even if the folder does not exist yet. */
export function checkDisk(path: string, name = 'disk'): Check {
  const folder = nearestPlace(path);
  // `readStorage` takes a file. Any file name in the folder gives the folder's volume.
  const { free } = readStorage(resolve(folder, 'redeem.db'));
  const message = `${bytesInWords(free)} free in ${folder}`;
  if (free >= MIN_FREE_BYTES) return ok(name, message);
  return fault(name, `${message}, less than ${bytesInWords(MIN_FREE_BYTES)}: free some space before the disk is full`);
}
