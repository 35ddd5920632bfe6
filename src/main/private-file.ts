import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces the file in one step. Only the system's current user can read the new file. */
export function writePrivateFile(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Returns the JSON content of one of the app's files, or undefined if the file is missing or does not contain JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
