import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writePrivateFile } from '../private-file.ts';

const DRAFT_NAME = /^\.redeemd-[0-9a-f]{16}\.part$/;

/** The unfinished files beside the places that the user chose. */
export interface Drafts {
  /** A new path beside the place, noted before anything is written there. */
  begin(place: string): string;
  /** Call it once the draft has its own name. */
  named(draft: string): void;
  /** Deletes the draft; one that cannot be deleted now stays noted for the next start. */
  discard(draft: string): void;
}

/**
 * Keeps the paths of drafts on disk, and deletes those that a killed app left behind. There is one app for each file, so
 * every noted draft is an old one when the app starts.
 */
export function openDrafts(file: string): Drafts {
  const noted = new Set((z.array(z.string()).safeParse(readJsonFile(file)).data ?? []).filter(isLeftOver));
  const write = () => {
    try {
      writePrivateFile(file, JSON.stringify([...noted]));
    } catch (error) {
      console.error('The unfinished files could not be noted:', error);
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

/** Deletes a draft. Returns whether it could not be deleted now, for example on a drive that is not there. */
function isLeftOver(draft: string): boolean {
  // A user may have edited the file: nothing but a draft is deleted.
  if (!DRAFT_NAME.test(basename(draft))) return false;
  try {
    if (lstatSync(draft).isFile()) rmSync(draft);
    return false;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
