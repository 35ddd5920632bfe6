import { z } from 'zod';

/** Loaders skip names that begin with an underscore or a dot. */
export const MANIFEST = '_manifest.json';

/** A warehouse reads each compressed file with one thread, and some warehouses accept at most 4 GB per file. */
export const LINES_PER_FILE = 1_000_000;

/** What the lines contain. This is also the name of the manifest fields that contain the number of lines. */
export type Unit = 'events' | 'rows';

export interface WrittenFile {
  name: string;
  /** The number of lines. */
  count: number;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  files: readonly WrittenFile[];
  /** All fields of the manifest, as read from the file. */
  fields: Readonly<Record<string, unknown>>;
}

export const NO_MANIFEST: Manifest = { files: [], fields: {} };

const manifestFile = z.looseObject({ name: z.string(), bytes: z.number(), sha256: z.string() });
const manifest = z.looseObject({ files: z.array(manifestFile) });

/** Returns null if the text is not a manifest. */
export function parseManifest(text: string, unit: Unit): Manifest | null {
  try {
    const fields = manifest.parse(JSON.parse(text));
    const files = fields.files.map(({ name, bytes, sha256, [unit]: count }) => ({
      ...{ name, count: z.number().parse(count), bytes, sha256 },
    }));
    return { files, fields };
  } catch {
    return null;
  }
}

const countIn = (files: readonly WrittenFile[]) => files.reduce((sum, { count }) => sum + count, 0);

/** The previous files in a folder, the new ones, and which of the previous ones are replaced. */
export interface Replacement {
  before: readonly WrittenFile[];
  written: readonly WrittenFile[];
  replaces: (name: string) => boolean;
}

/**
 * Counts the lines that would be lost. After a restore from a backup, the database may have fewer rows than the files.
 */
export const lostBy = ({ before, written, replaces }: Replacement): number =>
  Math.max(0, countIn(before.filter(({ name }) => replaces(name))) - countIn(written));

/** Returns the names of replaced files that no new file uses. */
export const leftOver = ({ before, written, replaces }: Replacement): string[] =>
  before.map(({ name }) => name).filter((name) => replaces(name) && !written.some((file) => file.name === name));

/**
 * Returns the manifest of a folder. It does not contain a time, so writing the same rows again produces the same bytes.
 */
export function manifestText(about: object, unit: Unit, { before, written, replaces }: Replacement): string {
  const kept = before.filter(({ name }) => !replaces(name));
  const files = [...kept, ...written].sort((a, b) => (a.name < b.name ? -1 : 1));
  const listed = files.map(({ name, count, bytes, sha256 }) => ({ name, [unit]: count, bytes, sha256 }));
  return `${JSON.stringify({ ...about, [unit]: countIn(files), files: listed }, null, 2)}\n`;
}
