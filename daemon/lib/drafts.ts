import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// A draft is a file that gets its final name only when it is complete and on the disk. Until then its name begins with
// a dot, so programs that load a folder skip drafts that a killed process left behind.

const DRAFT_NAME = /^\.redeemd-[0-9a-f]{16}\.part$/;
/** A running program writes to its draft several times a minute, so an older draft was left behind. */
export const ABANDONED_MS = 3_600_000;

/** Creates a folder and its parents for this user only, and writes them to disk before it returns. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

/**
 * Writes a new draft that only this user can read. If `write` fails, the draft is removed.
 * @returns the draft's path, for `nameDraft` or `dropDraft`
 */
export async function writeDraft(folder: string, write: (file: FileHandle) => Promise<void>): Promise<string> {
  const path = join(folder, `.redeemd-${randomBytes(8).toString('hex')}.part`);
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await dropDraft(path);
    throw error;
  } finally {
    await file.close();
  }
  return path;
}

/** Gives a draft its final name and replaces any file of that name. Call `syncFolder` after naming the last draft. */
export const nameDraft = (draft: string, name: string): Promise<void> => rename(draft, join(dirname(draft), name));

export const dropDraft = (draft: string): Promise<void> => rm(draft, { force: true });

/** Removes drafts that killed programs left behind. */
export async function dropAbandonedDrafts(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((entry) => DRAFT_NAME.test(entry))) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < Date.now() - ABANDONED_MS) await dropDraft(path);
  }
}

/** Writes a folder's list of names to disk, if its file system supports this. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}
