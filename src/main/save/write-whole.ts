import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Refusal } from '../../preload/api.ts';
import type { DesktopRefusalCode } from '../../preload/desktop-refusals.ts';
import { FAULT, Faulty, problem } from '../problems.ts';
import type { Drafts } from './drafts.ts';

export interface FileContent {
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Called once all chunks have been written. Returns why they are not the expected file, or null if they are. */
  fault?: () => Refusal | null;
}

/**
 * Writes a draft in the same folder and renames it only when it is complete, checked and on the disk. After a failure,
 * a crash or a power cut, there is either the complete file or none. Only this user can read the file.
 */
export async function writeWhole(place: string, { chunks, fault }: FileContent, drafts: Drafts): Promise<void> {
  const draft = drafts.begin(place);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      const refusal = fault?.();
      if (refusal) throw new Faulty(refusal);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, place).catch((error) => {
      throw isBusy(error) ? new Faulty(problem('file_busy'), error) : error;
    });
    await syncFolder(dirname(place));
  } catch (error) {
    drafts.discard(draft);
    throw error;
  }
  drafts.named(draft);
}

/** Returns whether the chosen file is in use. The folder is not the cause, because the draft could be written there. */
const isBusy = ({ code = '' }: NodeJS.ErrnoException) => ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY'].includes(code);

/**
 * Syncs the folder, so that the new name is on the disk. Windows cannot open folders, and writes names without a sync.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network file systems cannot sync a folder.
    if (!['EINVAL', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

const REASONS: Record<string, DesktopRefusalCode> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EROFS: 'no_permission',
  ENOENT: 'folder_gone',
  ENOTDIR: 'folder_gone',
  ENAMETOOLONG: 'name_too_long',
  EISDIR: 'place_is_folder',
  EBUSY: 'file_busy',
};

/** Returns why a file was not written. */
export function writeFault(error: unknown): Refusal {
  if (error instanceof Faulty) return error.problem;
  const code = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  if (code) return problem(code);
  console.error('A file could not be saved:', error);
  return FAULT;
}
