import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Sizes in bytes; NaN if the system does not report one. */
export interface StorageFigures {
  free: number;
  file: number;
  wal: number;
}

export function readStorage(file: string): StorageFigures {
  return {
    free: figureOf(() => {
      const { bavail, bsize } = statfsSync(dirname(file));
      return bavail * bsize;
    }),
    file: figureOf(() => statSync(file).size),
    wal: figureOf(() => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  };
}

function figureOf(read: () => number): number {
  try {
    return read();
  } catch {
    return Number.NaN;
  }
}
