import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Whole or not at all, and for this user alone. */
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

/** What a file of ours holds; undefined where there is none, or where it holds no JSON. */
export function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
