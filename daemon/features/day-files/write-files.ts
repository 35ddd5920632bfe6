import { createHash } from 'node:crypto';
import { type FileHandle, lstat, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { dropAbandonedDrafts, dropDraft, makeFolder, nameDraft, syncFolder, writeDraft } from '../../lib/drafts.ts';
import { restAfter } from '../../lib/pace.ts';
import { plural } from '../../lib/plural.ts';
import {
  LINES_PER_FILE,
  leftOver,
  lostBy,
  MANIFEST,
  type Manifest,
  manifestText,
  NO_MANIFEST,
  parseManifest,
  type Replacement,
  type Unit,
  type WrittenFile,
} from './day-files-rules.ts';

/** The next lines, each with its line break, and the position after them; null after the last page. */
export interface Page<Place> {
  lines: string[];
  after: Place | null;
}

/** Compressed files of lines in their own folder, with a manifest. */
export interface Files<Place> {
  folder: string;
  unit: Unit;
  /** The first fields of the manifest. */
  about: object;
  nameOf: (index: number) => string;
  /** Whether the new files replace a previous file with this name. */
  replaces: (name: string) => boolean;
  readPage: (after: Place | null) => Promise<Page<Place>>;
  /** Checks, after the last page, whether the rows read are still complete. */
  isComplete?: () => Promise<boolean>;
  /** Whether the files may have fewer lines than before. */
  mayShrink?: (before: Manifest) => boolean;
  /** Whether to write an empty file if there are no lines. If false, the folder is left unchanged. */
  evenIfEmpty?: boolean;
}

export interface FileWriting {
  signal: AbortSignal;
  /** Called with the number of lines read so far. */
  progress?: ((lines: number) => void) | undefined;
  linesPerFile?: number | undefined;
}

/** A fault of one folder; other folders may still be written. */
export class DayFault extends Error {}

/** Runs `work`. If the folder has a fault, it throws a `DayFault` that names the content and the folder. */
export async function namingFaults<T>(content: string, folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DayFault || isOfFiles(error))
      throw new DayFault(`${content} cannot be written to ${folder}: ${error.message}`);
    throw error;
  }
}

const isOfFiles = (error: unknown): error is Error => error instanceof Error && 'syscall' in error && 'errno' in error;

/** Collects the faults of folders, so that a fault in one folder does not stop the others. */
export function collectFaults() {
  const faults: DayFault[] = [];
  return {
    async without(work: () => Promise<void>): Promise<void> {
      await work().catch((error) => {
        if (!(error instanceof DayFault)) throw error;
        faults.push(error);
      });
    },
    /** Throws the first fault, with the number of the others. */
    throwAny(): void {
      const [first, ...others] = faults;
      if (!first) return;
      if (others.length === 0) throw first;
      throw new DayFault(`${first.message} (${plural(others.length, 'more day', 'more days')} failed)`);
    },
  };
}

/**
 * Writes all lines. Each file is either complete or absent, and the manifest is written last.
 * @returns the number of lines; null if `isComplete` returned false, in which case the folder is unchanged
 */
export async function writeFiles<Place>(files: Files<Place>, writing: FileWriting): Promise<number | null> {
  const { folder } = files;
  const source = readLines(files, writing);
  if (!(await source.hasMore()) && !files.evenIfEmpty) return 0;
  await makeFolder(folder);
  // A link could lead outside the operator's folder.
  if ((await lstat(folder)).isSymbolicLink()) throw new DayFault('it is a symbolic link: replace it with a folder');
  await dropAbandonedDrafts(folder);
  const before = await readManifest(files);
  const drafts: { path: string; file: WrittenFile }[] = [];
  try {
    while ((await source.hasMore()) || drafts.length === 0)
      drafts.push(await pack(folder, files.nameOf(drafts.length), source, writing));
    if (files.isComplete && !(await files.isComplete())) return null;
    const written = drafts.map(({ file }) => file);
    const change = { before: before.files, written, replaces: files.replaces };
    if (!files.mayShrink?.(before)) refuseLoss(change, files.unit);
    writing.signal.throwIfAborted();
    await publish(files, drafts, change);
    return written.reduce((sum, { count }) => sum + count, 0);
  } finally {
    for (const { path } of drafts) await dropDraft(path);
  }
}

/** Renames the drafts, removes the files that they replace, and writes the manifest. */
async function publish(
  { folder, about, unit }: Pick<Files<never>, 'folder' | 'about' | 'unit'>,
  drafts: readonly { path: string; file: WrittenFile }[],
  change: Replacement,
): Promise<void> {
  // Renamed in reverse order, so that a line that moves to a later file is briefly in both files, never in neither.
  for (const { path, file } of drafts.toReversed()) await nameDraft(path, file.name);
  for (const name of leftOver(change)) await rm(join(folder, name), { force: true });
  await syncFolder(folder);
  const text = manifestText(about, unit, change);
  await nameDraft(await writeDraft(folder, (file) => file.writeFile(text)), MANIFEST);
  await syncFolder(folder);
}

function refuseLoss(change: Replacement, unit: Unit): void {
  const lost = lostBy(change);
  if (lost > 0)
    throw new DayFault(
      `its files contain ${plural(lost, unit.slice(0, -1))} that the database does not have; after a restore, move the files away and keep them`,
    );
}

async function readManifest({ folder, unit }: Pick<Files<never>, 'folder' | 'unit'>): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const manifest = text === null ? NO_MANIFEST : parseManifest(text, unit);
  if (!manifest) throw new DayFault(`${MANIFEST} is not a valid manifest: move the folder away`);
  return manifest;
}

/** Compresses the next lines into a draft, which is renamed later. */
async function pack(folder: string, name: string, source: LineSource, { linesPerFile, signal }: FileWriting) {
  const hash = createHash('sha256');
  const file = { name, count: 0, bytes: 0, sha256: '' };
  const save = (handle: FileHandle) => async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      file.bytes += chunk.length;
      await handle.writeFile(chunk);
    }
  };
  const lines = async function* () {
    const most = linesPerFile ?? LINES_PER_FILE;
    while (file.count < most && (await source.hasMore())) {
      const some = source.take(most - file.count);
      file.count += some.length;
      yield some.join('');
    }
  };
  const path = await writeDraft(folder, (handle) =>
    pipeline(lines, createGzip({ chunkSize: 65_536 }), save(handle), { signal }),
  );
  return { path, file: { ...file, sha256: hash.digest('hex') } };
}

type LineSource = ReturnType<typeof readLines>;

/** Reads lines page by page, with a pause after each page, so that requests get half of the time. */
function readLines<Place>({ readPage }: Files<Place>, { signal, progress }: FileWriting) {
  let lines: string[] = [];
  let after: Place | null = null;
  let isOver = false;
  let read = 0;
  let ms = 0;
  return {
    async hasMore(): Promise<boolean> {
      while (lines.length === 0 && !isOver) {
        signal.throwIfAborted();
        await restAfter(ms);
        const startedAt = performance.now();
        const page: Page<Place> = await readPage(after);
        ms = performance.now() - startedAt;
        ({ lines, after } = page);
        isOver = after === null;
        read += lines.length;
        progress?.(read);
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
