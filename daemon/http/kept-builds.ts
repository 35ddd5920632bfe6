import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LRUCache } from 'lru-cache';

/** In a checkout, the build is in `sdk/dist/`; in a package of the daemon alone, it is next to the daemon's bundle. */
const FOLDERS = ['../../sdk/dist/', './sdk/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));
/** How many of the most recently used builds are kept in memory. Others are read from the database again. */
const MAX_IN_MEMORY = 20;

interface Hashed {
  hash: string;
}

export interface KeptBuilds<B extends Hashed> {
  /** Returns the build for this daemon's public URL; null if there is no file. The next call detects a new file. */
  current(): Promise<B> | null;
  /** Resolves when the database contains the build, so that its URL remains valid forever. */
  keep(build: B): Promise<void>;
  /** Finds any build that was ever stored. */
  find(hash: string): Promise<B | null>;
}

export interface BuildKind<B extends Hashed> {
  /** The name of the file that the SDK's build writes. */
  file: string;
  /** Creates the build from the text of the file. */
  make(template: string): Promise<B>;
  store(build: B): Promise<void>;
  load(hash: string): Promise<B | null>;
}

/** Serves the newest build of a kind, and every build that was served before. */
export function createKeptBuilds<B extends Hashed>(
  { file, make, store, load }: BuildKind<B>,
  folders: readonly string[] = FOLDERS,
): KeptBuilds<B> {
  const recent = new LRUCache<string, B>({ max: MAX_IN_MEMORY });
  const remember = (build: B) => {
    recent.set(build.hash, build);
    return build;
  };
  let latest: { stamp: string; build: Promise<B> } | null = null;
  let kept: { hash: string; done: Promise<void> } | null = null;
  return {
    current() {
      const found = findFile(folders, file);
      if (!found) return null;
      if (latest?.stamp === found.stamp) return latest.build;
      const build = readFile(found.path, 'utf8').then(make).then(remember);
      const mine = { stamp: found.stamp, build };
      latest = mine;
      build.catch(() => {
        if (latest === mine) latest = null;
      });
      return build;
    },
    keep(build) {
      if (kept?.hash === build.hash) return kept.done;
      const mine = { hash: build.hash, done: store(build) };
      kept = mine;
      mine.done.catch(() => {
        if (kept === mine) kept = null;
      });
      return mine.done;
    },
    async find(hash) {
      const known = recent.get(hash);
      if (known) return known;
      const stored = await load(hash);
      return stored && remember(stored);
    },
  };
}

/** Finds the build's file with one `stat` for each folder. */
function findFile(folders: readonly string[], file: string): { path: string; stamp: string } | null {
  for (const folder of folders) {
    const path = join(folder, file);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat) return { path, stamp: `${path} ${stat.mtimeMs} ${stat.size}` };
  }
  return null;
}
