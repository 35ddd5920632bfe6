import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncToDisk } from '../../lib/sync-to-disk.ts';

/** Returns the key file of a SQLite database. It is separate, so that copies of the database do not contain the key. */
export const secretFileOf = (databaseFile: string) => `${databaseFile}.key`;

const MIN_LENGTH = 32;

/** Returns the secret in a database's key file; null if there is no file. */
export function findFileSecret(databaseFile: string): string | null {
  const file = secretFileOf(databaseFile);
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (secret.length < MIN_LENGTH)
    throw new Error(`${file} does not contain a key: restore the key file of this database`);
  return secret;
}

/**
 * Returns the secret in the key file, which it creates if missing. If two processes create it, the first secret is
 * kept.
 */
export function ensureFileSecret(databaseFile: string): string {
  const found = findFileSecret(databaseFile) ?? makeFileSecret(databaseFile);
  chmodSync(secretFileOf(databaseFile), 0o600);
  return found;
}

/** Syncs a draft before linking it under the file's name; linking fails if the name is taken. */
function makeFileSecret(databaseFile: string): string {
  const secret = randomSecret();
  const file = secretFileOf(databaseFile);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${secret}\n`);
    fsyncSync(handle);
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const theirs = findFileSecret(databaseFile);
    if (theirs === null) throw error;
    return theirs;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
  syncToDisk(dirname(file));
  return secret;
}

export const randomSecret = () => randomBytes(32).toString('base64url');
