import { createHash } from 'node:crypto';
import { type FileHandle, lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Database } from '../../db/database.ts';
import { dropAbandonedDrafts, dropDraft, makeFolder, nameDraft, syncFolder, writeDraft } from '../../lib/drafts.ts';
import { restAfter } from '../../lib/pace.ts';
import { plural } from '../../lib/plural.ts';
import {
  type DayCounts,
  dateOfDay,
  EVENTS_PER_FILE,
  FOLDER,
  fileName,
  filesOfManifest,
  folderOfDay,
  lineOf,
  lostBy,
  MANIFEST,
  type ManifestFile,
  manifestText,
  NO_FILES,
} from './archive-rules.ts';
import { countDay } from './archive-store.ts';
import { type EventPlace, readPageOfDay } from './day-rows-store.ts';

export interface Writing {
  /** The folder in which files go into `events/day=…`. */
  folder: string;
  signal: AbortSignal;
  /** Called with the number of the day's events read so far. */
  progress?: (events: number, counts: DayCounts) => void;
  eventsPerFile?: number;
}

/** The fault of a day that cannot be written; other days may not have it. */
export class DayFault extends Error {}

const TRIES = 3;

/**
 * Writes every event of a day in the database. Each file is complete or absent, and the manifest comes last.
 * @returns the number of events written, and the counts of the day before they were read
 */
export async function writeDay(db: Database, day: number, writing: Writing): Promise<DayCounts & { written: number }> {
  const folder = join(writing.folder, FOLDER, folderOfDay(day));
  try {
    for (let tried = 1; ; tried += 1) {
      const counts = await db.read((handle) => countDay(handle, day));
      const written = await writeOnce(db, day, { ...writing, folder, counts });
      if (written !== null) return { ...counts, written };
      if (tried === TRIES) throw new DayFault('the daemon is removing events of this day');
    }
  } catch (error) {
    if (error instanceof DayFault || isOfFiles(error))
      throw new DayFault(`The events of ${dateOfDay(day)} cannot be written to ${folder}: ${error.message}`);
    throw error;
  }
}

const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'errno' in error;

interface Try extends Writing {
  counts: DayCounts;
}

/** Returns null if events of the day were removed while it read: its rows lack them, but the files may have them. */
async function writeOnce(db: Database, day: number, writing: Try): Promise<number | null> {
  const { folder, signal, counts } = writing;
  const source = readLines(db, day, writing);
  if (!(await source.hasMore())) return 0;
  await makeFolder(folder);
  // A link could lead outside the operator's folder.
  if ((await lstat(folder)).isSymbolicLink()) throw new DayFault('it is a symbolic link: replace it with a folder');
  await dropAbandonedDrafts(folder);
  const before = await readManifest(folder);
  const drafts: { path: string; file: ManifestFile }[] = [];
  try {
    while (await source.hasMore()) {
      const name = fileName(counts.removed, drafts.length);
      drafts.push(await pack(folder, name, source, writing));
    }
    const files = drafts.map(({ file }) => file);
    const { removed } = await db.read((handle) => countDay(handle, day));
    if (removed !== counts.removed) return null;
    refuseLoss(before, files, removed);
    signal.throwIfAborted();
    // The last file is renamed first: an event that moved to a later file is briefly in both, never in none.
    for (const { path, file } of drafts.toReversed()) await nameDraft(path, file.name);
    await syncFolder(folder);
    const text = manifestText(day, before, files);
    await nameDraft(await writeDraft(folder, (file) => file.writeFile(text)), MANIFEST);
    await syncFolder(folder);
    return files.reduce((sum, { events }) => sum + events, 0);
  } finally {
    for (const { path } of drafts) await dropDraft(path);
  }
}

function refuseLoss(before: readonly ManifestFile[], files: readonly ManifestFile[], removed: number): void {
  const lost = lostBy(before, files, removed);
  if (lost > 0)
    throw new DayFault(
      `its files contain ${plural(lost, 'event')} that the database does not have; after a restore, move the files away and keep them`,
    );
}

async function readManifest(folder: string): Promise<readonly ManifestFile[]> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const files = text === null ? NO_FILES : filesOfManifest(text);
  if (!files) throw new DayFault(`${MANIFEST} is not a valid manifest: move the folder away`);
  return files;
}

/** Compresses the next lines into a draft, which gets its name later. */
async function pack(folder: string, name: string, source: LineSource, writing: Writing) {
  const hash = createHash('sha256');
  const file = { name, events: 0, bytes: 0, sha256: '' };
  const save = (handle: FileHandle) => async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      file.bytes += chunk.length;
      await handle.writeFile(chunk);
    }
  };
  const lines = async function* () {
    const most = writing.eventsPerFile ?? EVENTS_PER_FILE;
    while (file.events < most && (await source.hasMore())) {
      const some = source.take(most - file.events);
      file.events += some.length;
      yield some.join('');
    }
  };
  const path = await writeDraft(folder, (handle) =>
    pipeline(lines, createGzip({ chunkSize: 65_536 }), save(handle), { signal: writing.signal }),
  );
  return { path, file: { ...file, sha256: hash.digest('hex') } };
}

type LineSource = ReturnType<typeof readLines>;

/** Reads the lines of a day page by page, with a pause after each, so that requests get half of the time. */
function readLines(db: Database, day: number, { signal, progress, counts }: Try) {
  let lines: string[] = [];
  let after: EventPlace | null = null;
  let isOver = false;
  let read = 0;
  let ms = 0;
  return {
    async hasMore(): Promise<boolean> {
      while (lines.length === 0 && !isOver) {
        signal.throwIfAborted();
        await restAfter(ms);
        const startedAt = performance.now();
        const page = await db.read((handle) => readPageOfDay(handle, day, after));
        lines = page.map(lineOf);
        ms = performance.now() - startedAt;
        after = page.at(-1) ?? null;
        isOver = after === null;
        read += lines.length;
        progress?.(read, counts);
      }
      return lines.length > 0;
    },
    /** Takes at most `most` of the lines that `hasMore` has read. */
    take(most: number): string[] {
      const some = lines.slice(0, most);
      lines = lines.slice(most);
      return some;
    },
  };
}
