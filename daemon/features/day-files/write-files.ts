import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { dropDraft, writeDraft } from '../../lib/drafts.ts';
import { restAfter } from '../../lib/pace.ts';
import { plural } from '../../lib/plural.ts';
import { DayFault } from './day-faults.ts';
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
} from './day-files-rules.ts';
import type { Draft, Target } from './target.ts';

/** The next lines, each with its line break, and the position after them; null after the last page. */
export interface Page<Place> {
  lines: string[];
  after: Place | null;
}

/** Compressed files of lines in their own folder, with a manifest. */
export interface Files<Place> {
  target: Target;
  unit: Unit;
  /** The first fields of the manifest. */
  about: object;
  nameOf: (index: number) => string;
  /** Whether the new files replace a previous file with this name. */
  replaces: (name: string) => boolean;
  readPage: (after: Place | null) => Promise<Page<Place>>;
  /** Checks, after the last page, that no rows were removed before they could be read. */
  isComplete?: () => Promise<boolean>;
  /** Whether the files may have fewer lines than before. */
  mayShrink?: (before: Manifest) => boolean;
  /** Whether to write an empty file if there are no lines. If false, the folder is left unchanged. */
  evenIfEmpty?: boolean;
  /** Encodes the lines of a file; by default, they are only compressed. */
  encode?: (batches: AsyncIterable<string[]>) => AsyncIterable<Uint8Array>;
}

export interface FileWriting {
  signal: AbortSignal;
  /** Called with the number of lines read so far. */
  progress?: ((lines: number) => void) | undefined;
  linesPerFile?: number | undefined;
}

/**
 * Writes all lines. Each file is either complete or absent, and the manifest is written last.
 * @returns the number of lines; null if `isComplete` returned false, in which case the folder is unchanged
 */
export async function writeFiles<Place>(files: Files<Place>, writing: FileWriting): Promise<number | null> {
  const { target } = files;
  const source = readLines(files, writing);
  if (!(await source.hasMore()) && !files.evenIfEmpty) return 0;
  const drafts: Draft[] = [];
  try {
    const folder = await target.open();
    const before = parsed(await target.readManifest(writing.signal), files.unit);
    while ((await source.hasMore()) || drafts.length === 0)
      drafts.push(await pack(folder, files.nameOf(drafts.length), source, { ...writing, encode: files.encode }));
    if (files.isComplete && !(await files.isComplete())) return null;
    const written = drafts.map(({ file }) => file);
    const change = { before: before.files, written, replaces: files.replaces };
    if (!files.mayShrink?.(before)) refuseLoss(change, files.unit);
    writing.signal.throwIfAborted();
    const manifest = manifestText(files.about, files.unit, change);
    // The last file comes first, so a line that moves to a later file is briefly in both files, but never missing.
    const publication = { drafts: drafts.toReversed(), leftOver: leftOver(change), manifest };
    await target.publish(publication, writing.signal);
    return written.reduce((sum, { count }) => sum + count, 0);
  } finally {
    for (const { path } of drafts) await dropDraft(path);
    await target.close();
  }
}

function refuseLoss(change: Replacement, unit: Unit): void {
  const lost = lostBy(change);
  if (lost > 0)
    throw new DayFault(
      `its files contain ${plural(lost, unit.slice(0, -1))} that the database does not have; after a restore, move the files away and keep them`,
    );
}

function parsed(text: string | null, unit: Unit): Manifest {
  const manifest = text === null ? NO_MANIFEST : parseManifest(text, unit);
  if (!manifest) throw new DayFault(`${MANIFEST} is not a valid manifest: move the folder away`);
  return manifest;
}

async function* joined(batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.join('');
}

/** Encodes the next lines into a draft, which gets its name later. */
async function pack(
  folder: string,
  name: string,
  source: LineSource,
  { linesPerFile, signal, encode }: FileWriting & { encode: Files<never>['encode'] | undefined },
): Promise<Draft> {
  const hash = createHash('sha256');
  const file = { name, count: 0, bytes: 0, sha256: '' };
  const save = (handle: FileHandle) => async (chunks: AsyncIterable<Uint8Array>) => {
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
      yield some;
    }
  };
  const path = await writeDraft(folder, (handle) =>
    encode
      ? pipeline(lines, encode, save(handle), { signal })
      : pipeline(lines, joined, createGzip({ chunkSize: 65_536 }), save(handle), { signal }),
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
