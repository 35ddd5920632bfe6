import { readSync } from 'node:fs';
import { readFromFile } from './read-file.ts';

// The format of a write-ahead log: https://sqlite.org/fileformat2.html#the_write_ahead_log

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC = 0x377f0682;
/** The daemon moves its log into the file every 4,000 pages, and the first page is near the log's start. */
const MOST_FRAMES = 20_000;

type Sums = [number, number];

/**
 * Returns the first copy of page 1 in a write-ahead log, or null. Like SQLite, it stops at the first page with a wrong
 * checksum or from an earlier use of the log.
 */
export const findFirstPage = (walFile: string): Buffer | null =>
  readFromFile(walFile, (handle) =>
    firstPageIn((target, position) => readSync(handle, target, 0, target.length, position) === target.length),
  );

/** Finds page 1. @param read fills the buffer from a position; false if the file ends before that */
function firstPageIn(read: (target: Buffer, position: number) => boolean): Buffer | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (!read(header, 0)) return null;
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return null;
  const isBigEndian = (magic & 1) === 1;
  let sums = addTo([0, 0], header.subarray(0, 24), isBigEndian);
  if (!isSum(header, 24, sums)) return null;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + header.readUInt32BE(8));
  const page = frame.subarray(FRAME_HEADER_BYTES);
  for (let n = 0; n < MOST_FRAMES && read(frame, HEADER_BYTES + n * frame.length); n += 1) {
    // Frames from an earlier use of the log have different salts. They remain until new frames have overwritten them.
    if (frame.compare(header, 16, 24, 8, 16) !== 0) return null;
    sums = addTo(addTo(sums, frame.subarray(0, 8), isBigEndian), page, isBigEndian);
    if (!isSum(frame, 16, sums)) return null;
    if (frame.readUInt32BE(0) === 1) return page;
  }
  return null;
}

function addTo([first, second]: Sums, bytes: Buffer, isBigEndian: boolean): Sums {
  const wordAt = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [s0, s1] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + wordAt(at) + s1) >>> 0;
    s1 = (s1 + wordAt(at + 4) + s0) >>> 0;
  }
  return [s0, s1];
}

const isSum = (bytes: Buffer, at: number, [s0, s1]: Sums) =>
  bytes.readUInt32BE(at) === s0 && bytes.readUInt32BE(at + 4) === s1;
