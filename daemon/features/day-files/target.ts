import type { WrittenFile } from './day-files-rules.ts';

/** A complete local file that has no name yet. */
export interface Draft {
  path: string;
  file: WrittenFile;
}

interface Publication {
  drafts: readonly Draft[];
  /** The names of earlier files that no draft replaces. */
  leftOver: readonly string[];
  manifest: string;
}

/** Where the files of a day go: a folder, or a prefix of a bucket. */
export interface Target {
  name: string;
  /** Prepares the target. @returns a local folder for drafts */
  open(): Promise<string>;
  /** Returns null if there is no manifest. */
  readManifest(signal: AbortSignal): Promise<string | null>;
  /** Gives the drafts their names, in this order, removes the files that are left over, and writes the manifest. */
  publish(publication: Publication, signal: AbortSignal): Promise<void>;
  /** Removes the folder for drafts if it is not the target itself. */
  close(): Promise<void>;
}
