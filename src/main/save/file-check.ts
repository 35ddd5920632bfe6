import { createHash } from 'node:crypto';
import type { Refusal } from '../../preload/api.ts';
import { problem } from '../problems.ts';
import type { WantedFile } from './wanted-file.ts';

interface FileCheck {
  take(chunk: Uint8Array): void;
  /** Returns why the bytes are not the expected file, or null if they are. */
  fault(): Refusal | null;
}

/** Creates a check to which the caller passes a file's bytes as they arrive. */
export function createFileCheck({ type, sha256, rows }: WantedFile): FileCheck {
  const hash = createHash('sha256');
  const csv = type === 'text/csv' ? createRowCounter() : null;
  const json: Uint8Array[] | null = type === 'application/json' ? [] : null;
  const isWhole = () =>
    (csv === null || csv.isAtEnd()) &&
    (csv === null || rows === null || csv.rows() === rows) &&
    (json === null || isJson(Buffer.concat(json)));
  return {
    take(chunk) {
      hash.update(chunk);
      csv?.take(chunk);
      json?.push(chunk);
    },
    fault() {
      if (!isWhole()) return problem('file_incomplete');
      return sha256 === null || hash.digest('hex') === sha256 ? null : problem('file_incomplete');
    },
  };
}

const [QUOTE, NEW_LINE] = [0x22, 0x0a];

/** Counts the rows of a CSV. A line break within quotes belongs to a cell. */
function createRowCounter() {
  let lines = 0;
  let isQuoted = false;
  let last = NEW_LINE;
  return {
    take(chunk: Uint8Array) {
      for (const byte of chunk) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === NEW_LINE && !isQuoted) lines += 1;
      }
      last = chunk.at(-1) ?? last;
    },
    isAtEnd: () => !isQuoted && last === NEW_LINE,
    rows: () => Math.max(0, lines - 1),
  };
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
