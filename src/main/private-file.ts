import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Replaces the file in one step, readable for this user only. */
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

/** The JSON content of one of the app's files; undefined if it is missing or not JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
