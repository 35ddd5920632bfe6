import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where a SQLite database keeps its secret: beside the file, so that a copy of the database alone does not hold it. */
export const secretFileOf = (databaseFile: string) => `${databaseFile}.key`;

const MIN_LENGTH = 32;

/** The secret beside a database; null where there is none. */
export function findFileSecret(databaseFile: string): string | null {
  const file = secretFileOf(databaseFile);
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (secret.length < MIN_LENGTH) throw new Error(`${file} holds no key: bring back the one that was made with it`);
  return secret;
}

/** The secret beside a database; made where there is none. Of those who make one at once, the first makes it for all. */
export function ensureFileSecret(databaseFile: string): string {
  const found = findFileSecret(databaseFile) ?? makeFileSecret(databaseFile);
  chmodSync(secretFileOf(databaseFile), 0o600);
  return found;
}

/** Written whole and on the disk before it has its name; the name is given only where nobody has it. */
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
  const folder = openSync(dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
  return secret;
}

/** 256 random bits. */
export const randomSecret = () => randomBytes(32).toString('base64url');
