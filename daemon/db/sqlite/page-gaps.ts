import { fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { codeOf } from '../faults.ts';

// Each page of a table or an index has a gap between its list of cells and the cells. `secure_delete` overwrites
// deleted cells, but when SQLite rebuilds a page to balance a tree, old copies of cells stay in the gap. SQLite never
// reads a gap, so it is overwritten directly in the file: https://sqlite.org/fileformat2.html#b_tree_pages,
// docs/decisions/0089-leftover-data-in-pages.md.

const PAGES_PER_READ = 256;

/** Lists the pages whose gap is not all zero, except the first page, which contains only the schema. */
export function findFullGaps(file: string, pageBytes: number): number[] {
  const handle = handleOf(file);
  const chunk = Buffer.alloc(PAGES_PER_READ * pageBytes);
  const found: number[] = [];
  for (let first = 1; ; first += PAGES_PER_READ) {
    const pages = Math.floor(readSync(handle, chunk, 0, chunk.length, (first - 1) * pageBytes) / pageBytes);
    for (let n = 0; n < pages; n += 1) {
      const gap = gapOf(chunk.subarray(n * pageBytes, (n + 1) * pageBytes), first + n);
      if (gap?.some((byte) => byte !== 0)) found.push(first + n);
    }
    if (pages < PAGES_PER_READ) return found;
  }
}

/**
 * Overwrites the gaps in these pages; false if the write-ahead log is not empty or another connection is writing. With
 * an empty log and no other writer, the file contains the current pages and no checkpoint writes to it. Committing an
 * unchanged value makes other connections drop their cached pages, whose gaps are still full.
 */
export function clearGaps(db: BetterSqlite3.Database, pages: readonly number[], pageBytes: number): boolean {
  const handle = handleOf(db.name);
  try {
    db.exec('BEGIN IMMEDIATE');
    if (statSync(`${db.name}-wal`).size > 0) return false;
    for (const page of pages) clearGap(handle, page, pageBytes);
    fsyncSync(handle);
    db.pragma(`user_version = ${db.pragma('user_version', { simple: true })}`);
    db.exec('COMMIT');
    return true;
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    return false;
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
}

function clearGap(handle: number, page: number, pageBytes: number) {
  const bytes = Buffer.alloc(pageBytes);
  const position = (page - 1) * pageBytes;
  // The file might have been truncated in the meantime.
  if (readSync(handle, bytes, 0, pageBytes, position) < pageBytes) return;
  const gap = gapOf(bytes, page);
  if (gap) writeSync(handle, gap.fill(0), 0, gap.length, position + gap.byteOffset - bytes.byteOffset);
}

/** The size of the header by page type: inner pages and leaves, of indexes and of tables. */
const HEADER_BYTES: Record<number, number> = { 2: 12, 5: 12, 10: 8, 13: 8 };

/** Returns the gap in a page; null unless the page belongs to a table or an index and has at least one cell. */
function gapOf(page: Buffer, number: number): Buffer | null {
  const header = HEADER_BYTES[page[0] ?? 0];
  if (header === undefined || number === 1 || number === lockPage(page.length)) return null;
  if (isPointerMap(number, page.length)) return null;
  const cells = page.readUInt16BE(3);
  const [from, to] = [header + 2 * cells, page.readUInt16BE(5)];
  if (cells === 0 || from > to || to > page.length) return null;
  for (let at = header; at < from; at += 2) if (page.readUInt16BE(at) < to) return null;
  return page.subarray(from, to);
}

/** Returns whether a page maps later pages to their parents: https://sqlite.org/fileformat2.html#ptrmap_pages */
function isPointerMap(number: number, pageBytes: number): boolean {
  const every = Math.floor(pageBytes / 5) + 1;
  const map = number - ((number - 2) % every);
  return number === (map === lockPage(pageBytes) ? map + 1 : map);
}

/** Returns the page that SQLite uses only for its locks: https://sqlite.org/fileformat2.html#the_lock_byte_page */
const lockPage = (pageBytes: number) => 2 ** 30 / pageBytes + 1;

const handles = new Map<string, number>();

/** Returns a handle that stays open, because closing it would end this process's locks on the file. */
function handleOf(file: string): number {
  const handle = handles.get(file) ?? openSync(file, 'r+');
  handles.set(file, handle);
  return handle;
}
