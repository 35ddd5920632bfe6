import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// Files that get their name only when they are complete and on the disk. A kill leaves a draft at most, whose name begins
// with a dot: programs that load a folder leave it out.

const DRAFT_NAME = /^\.redeemd-[0-9a-f]{16}\.part$/;
/** A program that writes a draft writes to it several times a minute; an older one was left behind. */
const ABANDONED_MS = 3_600_000;

/** Makes a folder for this user only, with those above it; it is on the disk when this returns. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; ; made = dirname(made)) {
    await syncFolder(dirname(made));
    if (made === first) return;
  }
}

/**
 * Writes a new draft, readable for this user only. One that fails is removed.
 * @returns its path, for `nameDraft` or `dropDraft`
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

/** Gives a draft its name, in the place of a file that has it; call `syncFolder` after the last one. */
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

/** A new name is on the disk only with its folder. Some network file systems cannot do this. */
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
