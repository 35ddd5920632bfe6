import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from '../private-file.ts';

const DRAFT_NAME = /^\.redeemd-[0-9a-f]{16}\.part$/;

/** The unfinished files in the folders that the user chose. */
export interface Drafts {
  /**
   * Returns a path for a draft in the same folder as `place`, and adds it to the list on disk before the draft is
   * written.
   */
  begin(place: string): string;
  /** Removes the draft from the list after it has been renamed to its final name. */
  named(draft: string): void;
  /** Deletes the draft. If that fails, the draft stays in the list, and the app tries again at its next start. */
  discard(draft: string): void;
}

/**
 * Opens the list of drafts on disk and deletes drafts that were left behind when the app was killed. Only one instance
 * of the app runs at a time, so every draft in the list is old when the app starts.
 */
export function openDrafts(file: string): Drafts {
  const noted = new Set((z.array(z.string()).safeParse(readJsonFile(file)).data ?? []).filter(isLeftOver));
  const write = () => {
    try {
      writePrivateFile(file, JSON.stringify([...noted]));
    } catch (error) {
      console.error('The list of unfinished files could not be saved:', error);
    }
  };
  const forget = (draft: string) => {
    noted.delete(draft);
    write();
  };
  if (readJsonFile(file) !== undefined) write();
  return {
    begin(place) {
      const draft = join(dirname(place), `.redeemd-${randomBytes(8).toString('hex')}.part`);
      noted.add(draft);
      write();
      return draft;
    },
    named: forget,
    discard: (draft) => void (isLeftOver(draft) || forget(draft)),
  };
}

/** Deletes a draft. Returns whether that failed, for example because its drive is not connected. */
function isLeftOver(draft: string): boolean {
  // A user may have edited the list, so only files with a draft's name are deleted.
  if (!DRAFT_NAME.test(basename(draft))) return false;
  try {
    if (lstatSync(draft).isFile()) rmSync(draft);
    return false;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
