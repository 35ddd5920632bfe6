import type { WrittenFile } from './day-files-rules.ts';

/** A complete local file that does not have its final name yet. */
export interface Draft {
  path: string;
  file: WrittenFile;
}

interface Publication {
  drafts: readonly Draft[];
  /** The names of replaced files that no draft uses. */
  leftOver: readonly string[];
  manifest: string;
}

/** The destination of a day's files: a folder, or a prefix in a bucket. */
export interface Target {
  name: string;
  /** Prepares the target. @returns a local folder for drafts */
  open(): Promise<string>;
  /** Returns null if there is no manifest. */
  readManifest(signal: AbortSignal): Promise<string | null>;
  /**
   * Publishes the drafts under their final names, in the order given, then removes the files that are left over and
   * writes the manifest.
   */
  publish(publication: Publication, signal: AbortSignal): Promise<void>;
  /** Removes the folder for drafts if it is not the target itself. */
  close(): Promise<void>;
}
